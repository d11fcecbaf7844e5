import type { Picker } from '../../app/picker.ts';
import type { Screen } from '../screen.ts';

export function modelsScreen(_picker: Picker): Screen {
  return { crumb: () => 'models', commands: () => [], draw: () => ({ lines: ['models'] }) };
}
