import { tasks, type Task } from '../tasks/index.ts';

/** Words that say nothing about a task. */
const stopWords = new Set(
  'a an and any are as at by can do does for from get give has have how i in into is it its let me model models my need of on one or please should some task that the them there these this to use using want was what when where which who with would you your'.split(
    ' ',
  ),
);

/** Letters that words of the same stem share: `translate`, `translation`. */
const STEM = 6;
/** How much a word counts in the names of a task, its summary, and what the catalog says. */
const WEIGHTS = [3, 2, 1] as const;
/** Part of the best score that other matches have at least. */
const MIN_SHARE = 0.4;

function wordsIn(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stopWords.has(word));
}

/** Characters and words of a goal that are read. */
const MAX_TEXT = 500;
const MAX_WORDS = 30;

/** The tasks for a goal in words, such as `transcribe a recording`, or a name; the best first, none if no word matches. */
export async function findTasks(goal: string): Promise<readonly Task[]> {
  const { default: catalog } = await import('../tasks/catalog.generated.json', { with: { type: 'json' } });
  const texts = tasks.map(({ id, label, aliases, summary }) =>
    [[id, label, ...aliases].join(' '), summary, catalog[id].summary].map(wordsIn),
  );
  const scores = tasks.map(() => 0);
  for (const word of new Set(wordsIn(goal.slice(0, MAX_TEXT)).slice(0, MAX_WORDS))) {
    const stem = word.slice(0, Math.max(3, Math.min(STEM, word.length - 1)));
    const matches = (words: readonly string[]) =>
      words.some((other) => other === word || (word.length > 3 && other.startsWith(stem)));
    const weights = texts.map((parts) => WEIGHTS[parts.findIndex(matches)] ?? 0);
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
