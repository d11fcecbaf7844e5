import { withoutKind, type Field, type FieldKind } from '../fields/index.ts';
import type { ResultKind } from '../results/index.ts';
import { modalityLabel, type Task } from '../tasks/index.ts';

const END = /(?<=[.!?])\s+(?=[A-Z])/;
/** Removes `X is the task of …`, which repeats the task's name. */
const LEAD =
  /^.{1,150}? is (?:the task of|an? .{0,60}?tasks? .{0,40}?(?:in which|where)(?: .{1,150} able to)?) (\w)/;
/** `…, such as A, B and more.` */
const TAIL = /, (?:such as|which) .*$/;

/** The Hub's description in one short sentence: `Answering questions on document images.`; empty if it has none. */
export function taskSummary({ summary }: Pick<Task, 'summary'>): string {
  const [sentence = ''] = summary.split(END);
  return sentence.replace(LEAD, (_, letter: string) => letter.toUpperCase()).replace(TAIL, '.');
}

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

export interface TaskExchange {
  /** For example `question`, `image`. */
  readonly takes: readonly string[];
  /** For example `answers with scores`. */
  readonly gives: string;
}

/** The inputs and the result of a task, without articles. */
export function taskExchange({ fields, result }: Pick<Task, 'fields' | 'result'>): TaskExchange {
  return { takes: Object.values(fields).map(fieldText), gives: resultWords[result.kind] };
}

function fieldText({ label, kind }: Field): string {
  const name = withoutKind(label);
  return name === 'Input' ? fieldWords[kind] : name.toLowerCase();
}

/** Additional search text for a task. */
export function taskSearchText(task: Task): string {
  const { takes, gives } = taskExchange(task);
  const also = task.conversation ? ['chat', 'conversation'] : [];
  return [task.id, task.modality, modalityLabel(task), ...takes, gives, ...also, task.summary].join(' ');
}
