import { withoutKind, type Field, type FieldKind } from '../fields/index.ts';
import type { ResultKind } from '../results/index.ts';
import { modalityLabel, type Task } from '../tasks/index.ts';

const fieldNouns: Record<FieldKind, string> = {
  text: 'text',
  image: 'image',
  audio: 'audio',
  json: 'table',
  list: 'list',
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
  audio: 'audio',
  tracks: 'audio tracks',
};

/** The inputs of a task, such as `question` and `image`, and its result, such as `answers with scores`. */
export function taskSignature({ fields, result }: Pick<Task, 'fields' | 'result'>) {
  return { inputs: Object.values(fields).map(inputName), output: resultDescriptions[result.kind] };
}

function inputName({ label, kind }: Field): string {
  const name = withoutKind(label);
  return name === 'Input' ? fieldNouns[kind] : name.toLowerCase();
}

/** What a task is found by besides its label. */
export function taskSearchTerms(task: Task) {
  const { inputs, output } = taskSignature(task);
  const words = [task.modality, modalityLabel(task), ...inputs, output, task.summary].join(' ');
  return { aliases: [task.id, ...task.aliases], words };
}
