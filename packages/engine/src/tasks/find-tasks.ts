import type { FieldKind } from '../fields/index.ts';
import type { ResultKind } from '../results/index.ts';
import { tasks, type Task, type TaskId } from './tasks.ts';

/** Words that say nothing about a task. */
const stopWords = new Set(
  'a an and any are as at by can do does for from get give has have how i in into is it its let me model models my need of on one or please should some task that the them there these this to use using want was what when where which who with would you your'.split(
    ' ',
  ),
);

/** Words for what a task takes and returns. */
const inputWords: Readonly<Record<FieldKind, string>> = {
  text: 'text letter email sentence',
  image: 'image photo picture screenshot scan',
  audio: 'audio sound recording voice speaker music song',
  json: 'table spreadsheet rows csv column',
  list: '',
};
const resultWords: Readonly<Partial<Record<ResultKind, string>>> = {
  labels: 'label kind category',
  spans: 'find extract',
  answers: 'question old total color',
  boxes: 'count box where',
  masks: 'outline region background',
  image: 'draw paint generate',
  audio: 'aloud speak sound',
  tracks: 'clean noisy noise remove',
};

/** More words in which people describe a goal. */
const goalWords: Readonly<Partial<Record<TaskId, string>>> = {
  'automatic-speech-recognition': 'turn speech into text subtitles',
  'document-question-answering': 'invoice receipt bill form pdf',
  'image-to-text': 'describe description alt read',
  'table-question-answering': 'cells',
  'tabular-regression': 'price forecast predict',
  'text-classification': 'positive negative review opinion mood spam language toxic',
  'text-generation': 'write code story explain',
  'text-to-speech': 'convert text to speech read aloud',
  'token-classification': 'names people places companies mentioned',
  'visual-question-answering': 'how many old color',
  'zero-shot-classification': 'sort route urgent own custom categories',
  'zero-shot-image-classification': 'own custom categories',
};

/** Letters that words of the same stem share: `translate`, `translation`. */
const STEM = 6;
/** How much a word counts in the names of a task, what describes it, and what the catalog says. */
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
  const { default: catalog } = await import('./catalog.generated.json', { with: { type: 'json' } });
  const texts = tasks.map(({ id, label, aliases, summary, fields, result }) => {
    const inputs = Object.values(fields).map(({ kind }) => inputWords[kind]);
    const words = [summary, goalWords[id], resultWords[result.kind], ...inputs].join(' ');
    return [[id, label, ...aliases].join(' '), words, catalog[id].summary].map(wordsIn);
  });
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
