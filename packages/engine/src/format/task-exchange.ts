import { withoutKind, type Field, type FieldKind } from '../fields/index.ts';
import type { ResultKind } from '../results/index.ts';
import { modalityLabel, type Task } from '../tasks/index.ts';

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

/** What a task is found by besides its label. */
export function taskSearchTerms(task: Task) {
  const { takes, gives } = taskExchange(task);
  const words = [task.modality, modalityLabel(task), ...takes, gives, task.summary].join(' ');
  return { aliases: [task.id, ...task.aliases], words };
}
