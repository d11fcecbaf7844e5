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

const fieldNouns: Record<FieldKind, string> = {
  text: 'text',
  image: 'image',
  audio: 'sound',
  json: 'table',
  list: 'texts',
  choice: 'choice',
  number: 'number',
  boolean: 'yes or no',
};

const resultDescriptions: Record<ResultKind, string> = {
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

export interface TaskSignature {
  /** For example `question`, `image`. */
  readonly inputs: readonly string[];
  /** For example `answers with scores`. */
  readonly output: string;
}

/** The inputs and the result of a task, without articles. */
export function taskSignature({ fields, result }: Pick<Task, 'fields' | 'result'>): TaskSignature {
  return { inputs: Object.values(fields).map(inputName), output: resultDescriptions[result.kind] };
}

function inputName({ label, kind }: Field): string {
  const name = withoutKind(label);
  return name === 'Input' ? fieldNouns[kind] : name.toLowerCase();
}

/** Additional search text for a task. */
export function taskSearchText(task: Task): string {
  const { inputs, output } = taskSignature(task);
  const also = task.conversation ? ['chat', 'conversation'] : [];
  return [task.id, task.modality, modalityLabel(task), ...inputs, output, ...also, task.summary].join(' ');
}
