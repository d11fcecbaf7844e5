import type { Picker } from '../../app/picker.ts';
import type { Screen } from '../screen.ts';

export function tasksScreen(_picker: Picker): Screen {
  return { crumb: () => 'tasks', commands: () => [], draw: () => ({ lines: ['tasks'] }) };
}
