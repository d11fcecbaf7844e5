import type { Picker } from '../../app/picker.ts';
import type { Screen } from '../screen.ts';

export function runScreen(_picker: Picker): Screen {
  return { crumb: () => 'run', commands: () => [], draw: () => ({ lines: ['run'] }) };
}
