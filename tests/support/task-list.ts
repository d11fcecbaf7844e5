import { tasks } from '@tryout/engine';

/** Matches the picker's list of all tasks. */
export const allTasks = new RegExp(`(?<!of )${tasks.length} tasks`);
