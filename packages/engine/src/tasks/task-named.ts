import { InputError } from '../errors/index.ts';
import { compareIntents, didYouMean, findIntent, similarNames, wordsIn } from '../text/index.ts';
import { findTask, tasks, tasksByName, type Task } from './tasks.ts';

/** Characters of an unknown name that are read. */
const MAX_TEXT = 200;

/** Suggested tasks for an unknown name, the most similar first, or for what a user wants to do. */
export function similarTasks(name: string): Task[] {
  const names = similarNames(name, [...tasksByName.keys()], tasksByName.size);
  const similar = names.length > 0 ? names.map((near) => tasksByName.get(near)!) : tasksFor(name);
  return [...new Set(similar)].slice(0, 3);
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
  const near = similarTasks(name).map(({ id }) => id);
  throw new InputError(`Unknown task '${name}'`, {
    code: 'UNKNOWN_TASK',
    hint: didYouMean(near) || `Choose one of the ${tasks.length} tasks, such as text-generation.`,
  });
}
