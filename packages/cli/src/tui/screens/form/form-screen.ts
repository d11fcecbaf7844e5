import type { Picker } from '../../app/picker.ts';
import type { Screen } from '../screen.ts';

export function formScreen(_picker: Picker): Screen {
  return { crumb: () => 'form', commands: () => [], draw: () => ({ lines: ['form'] }) };
}
