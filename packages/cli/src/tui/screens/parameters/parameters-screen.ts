import type { Picker } from '../../app/picker.ts';
import type { Screen } from '../screen.ts';

export function parametersScreen(_picker: Picker): Screen {
  return { crumb: () => 'parameters', commands: () => [], draw: () => ({ lines: ['parameters'] }) };
}
