import { getStems, wordsIn } from '../text/index.ts';
import { tasks, type Task } from './tasks.ts';

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
