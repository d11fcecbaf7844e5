import { getStems, wordsIn, compareIntents, didYouMean, findIntent, similarNames } from '../text/index.ts';
import { InputError } from '../errors/index.ts';
import { tasks, findTask, tasksByName, type Task } from './tasks.ts';

/** How much a word counts in the names of a task, what describes it, and what the catalog says. */
const WEIGHTS = [3, 2, 1] as const;
/** Part of the best score that other matches have at least. */
const MIN_SHARE = 0.4;

/** Characters and words of a goal that are read. */
const MAX_TEXT = 500;
const MAX_WORDS = 30;

/** The tasks for a goal in words, such as `transcribe a recording`, or a name; the best first, none if no word matches. */
export async function findTasks(goal: string): Promise<readonly Task[]> {
  const { default: catalog } = await import('./catalog.generated.json', { with: { type: 'json' } });
  const read = (text: string) => getStems(wordsIn(text));
  const texts = tasks.map(({ id, label, aliases, summary, intents }) =>
    [[id, label, ...aliases].join(' '), [summary, ...intents].join(' '), catalog[id].summary].map(read),
  );
  const scores = tasks.map(() => 0);
  for (const stem of new Set(read(goal.slice(0, MAX_TEXT)).slice(0, MAX_WORDS))) {
    const weights = texts.map(
      (parts) => WEIGHTS[parts.findIndex((words) => words.some((word) => word.startsWith(stem)))] ?? 0,
    );
    const count = weights.filter((weight) => weight > 0).length;
    // Rare words say more.
    weights.forEach(
      (weight, index) => (scores[index]! += weight * Math.log((tasks.length + 1) / (count || 1))),
    );
  }
  const best = Math.max(...scores);
  return tasks
    .map((task, index) => ({ task, score: scores[index]! }))
    .filter(({ score }) => score > 0 && score >= MIN_SHARE * best)
    .sort((one, other) => other.score - one.score)
    .map(({ task }) => task);
}

/** Characters of an unknown name that are read. */
const MAX_NAME = 200;

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
  const words = wordsIn(text.slice(0, MAX_NAME));
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
