import type { Picker } from '../../app/picker.ts';
import type { Screen } from '../screen.ts';

export function keysScreen(_picker: Picker): Screen {
  return { crumb: () => 'keys', commands: () => [], draw: () => ({ lines: ['keys'] }) };
}
