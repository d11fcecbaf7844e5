import { InputError } from '../errors/index.ts';
import { compareIntents, didYouMean, findIntent, similarNames, wordsIn } from '../text/index.ts';
import { findTask, tasks, tasksByName, type Task } from './tasks.ts';

/** Characters of an unknown name that are read. */
const MAX_TEXT = 200;

/** Suggested tasks for an unknown name, the most similar first, or for what a user wants to do. */
export function similarTasks(name: string): Task[] {
  return [...similarNamesByTask(name).keys()];
}

/** For example `Did you mean sentiment (text-classification)?`; empty without similar tasks. */
export function suggestTasks(name: string): string {
  const similar = [...similarNamesByTask(name)];
  return didYouMean(similar.map(([{ id }, near]) => (near === id ? id : `${near} (${id})`)));
}

/** Up to three tasks, with the name of each that is the most similar. */
function similarNamesByTask(name: string): Map<Task, string> {
  const similar = new Map<Task, string>();
  const names = similarNames(name, [...tasksByName.keys()], tasksByName.size);
  for (const near of names.length > 0 ? names : tasksFor(name).map(({ id }) => id)) {
    const task = tasksByName.get(near)!;
    if (similar.size < 3 && !similar.has(task)) similar.set(task, near);
  }
  return similar;
}

function tasksFor(text: string): Task[] {
  const words = wordsIn(text.slice(0, MAX_TEXT));
  const matches = tasks.flatMap((task) => {
    const match = findIntent(task.intents, words);
    return match ? [{ task, ...match }] : [];
  });
  return matches.toSorted(compareIntents).map(({ task }) => task);
}

/**
 * The task with an ID or alias.
 * @throws InputError for an unknown task; its hint has similar ones
 */
export function taskNamed(name: string): Task {
  const task = findTask(name);
  if (task) return task;
  throw new InputError(`Unknown task '${name}'`, {
    code: 'UNKNOWN_TASK',
    hint: suggestTasks(name) || `Choose one of the ${tasks.length} tasks, such as text-generation.`,
  });
}
