import type { Field, FieldKind } from '../fields/index.ts';
import type { ResultKind } from '../results/index.ts';
import type { Task } from '../tasks/index.ts';
import { withoutKind } from './missing-labels.ts';

/** What an input is where its label says no more than `Input`. */
const fieldWords: Record<FieldKind, string> = {
  text: 'text',
  image: 'image',
  audio: 'sound',
  json: 'table',
  list: 'texts',
  choice: 'choice',
  number: 'number',
  boolean: 'yes or no',
};

const resultWords: Record<ResultKind, string> = {
  text: 'text',
  labels: 'labels with scores',
  spans: 'labeled parts of the text',
  answers: 'answers with scores',
  boxes: 'boxes around objects',
  masks: 'outlined regions',
  cells: 'answer from the cells',
  numbers: 'numbers',
  vector: 'vector of numbers',
  image: 'image',
  audio: 'sound',
  tracks: 'sounds',
};

/** What a task takes and what it gives, in a few words without articles. */
export interface TaskExchange {
  /** For example `question`, `image`. */
  readonly takes: readonly string[];
  /** For example `answers with scores`. */
  readonly gives: string;
}

/** What a model of a task is given and what comes back, by the task's own fields and result. */
export function taskExchange({ fields, result }: Pick<Task, 'fields' | 'result'>): TaskExchange {
  return { takes: Object.values(fields).map(wordsOf), gives: resultWords[result.kind] };
}

function wordsOf({ label, kind }: Field): string {
  const name = withoutKind(label);
  return name === 'Input' ? fieldWords[kind] : name.toLowerCase();
}
