import type { Picker } from '../../app/picker.ts';
import type { Screen } from '../screen.ts';

export function codeScreen(_picker: Picker): Screen {
  return { crumb: () => 'code', commands: () => [], draw: () => ({ lines: ['code'] }) };
}
