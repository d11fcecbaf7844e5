import type { Picker } from '../app/picker.ts';
import type { Opening } from '../open-picker.tsx';
import { tasksScreen } from './tasks/tasks-screen.ts';

/** Opens the screens that lead to the place where the person wants to begin, so that back goes through them. */
export function openAt(picker: Picker, _opening: Opening): void {
  picker.open(tasksScreen(picker));
}
