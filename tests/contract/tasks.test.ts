import { expect, test } from 'vitest';
import { taskGroups, taskNamed, tasks, type Field } from '@tryout/engine';

const text = (label = 'Input') => ({ kind: 'text', label });
const image = (label = 'Input') => ({ kind: 'image', label });
const optional = (field: { label: string }) => ({
  ...field,
  label: `${field.label} (optional)`,
  optional: true,
});
const audio = { kind: 'audio', label: 'Input' };
const table = (label = 'Input') => ({ kind: 'json', label });
const labels = {
  kind: 'list',
  entries: 'Parameter - Candidate Label #1',
  add: 'Add Candidate Label',
  start: 2,
};

/** Tasks with inputs and results, copied by hand from the specification and the design. */
const specified: [id: string, fields: object[], result: string][] = [
  ['audio-classification', [audio], 'labels'],
  ['audio-to-audio', [audio], 'tracks'],
  ['automatic-speech-recognition', [audio], 'text'],
  ['document-question-answering', [text('Input - Question'), image('Input - Image')], 'answers'],
  ['feature-extraction', [text()], 'vector'],
  ['fill-mask', [text()], 'labels'],
  ['image-classification', [image()], 'labels'],
  ['image-segmentation', [image()], 'masks'],
  ['image-to-image', [image()], 'image'],
  ['image-to-text', [image()], 'text'],
  ['object-detection', [image()], 'boxes'],
  ['question-answering', [text('Input - Question'), text('Input - Context')], 'answers'],
  [
    'sentence-similarity',
    [
      text('Input - Source Sentence'),
      { kind: 'list', entries: 'Input - Sentence #1', add: 'Add Sentence', start: 2 },
    ],
    'numbers',
  ],
  ['summarization', [text()], 'text'],
  ['table-question-answering', [text('Input - Query'), table('Input - Table')], 'cells'],
  ['tabular-classification', [table()], 'numbers'],
  ['tabular-regression', [table()], 'numbers'],
  ['text-classification', [text()], 'labels'],
  ['text-generation', [text()], 'text'],
  ['text-to-image', [text()], 'image'],
  ['text-to-speech', [text()], 'audio'],
  ['token-classification', [text()], 'spans'],
  ['translation', [text()], 'text'],
  ['visual-question-answering', [text('Input - Question'), image('Input - Image')], 'answers'],
  ['zero-shot-classification', [text(), labels], 'labels'],
  ['zero-shot-image-classification', [image(), labels], 'labels'],
  ['text-to-video', [text()], 'video'],
  ['image-to-video', [image('Input - Image'), optional(text('Input - Prompt'))], 'video'],
  [
    'image-text-to-image',
    [
      image('Input - Image'),
      text('Input - Prompt'),
      optional(image('Input - Second Image')),
      optional(image('Input - Third Image')),
    ],
    'image',
  ],
  ['image-text-to-video', [image('Input - Image'), text('Input - Prompt')], 'video'],
  ['text-to-audio', [text()], 'audio'],
];

function described(field: Field): object {
  if (field.kind !== 'list')
    return { kind: field.kind, label: field.label, ...(field.optional && { optional: true }) };
  return { kind: field.kind, entries: field.entryLabel(1), add: field.addLabel, start: field.startsWith };
}

/** The number of tasks in the specification, section 2. */
const SPECIFIED = 26;

test('has the 26 specified tasks in order, then the group of more tasks', () => {
  const ids = specified.map(([id]) => id);
  expect(tasks.map(({ id }) => id)).toEqual(ids);
  expect(taskGroups.at(-1)).toMatchObject({ label: 'More tasks' });
  expect(taskGroups.at(-1)!.tasks.map(({ id }) => id)).toEqual(ids.slice(SPECIFIED));
  expect(taskGroups.flatMap((group) => group.tasks)).toHaveLength(ids.length);
  for (const group of taskGroups) {
    const order = group.tasks.map((task) => tasks.indexOf(task));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  }
});

test.each(specified)('%s has the specified inputs and result', (id, fields, result) => {
  const task = taskNamed(id);
  expect(Object.values(task.fields).map(described)).toEqual(fields);
  expect(task.result.kind).toBe(result);
  expect(task.label).toMatch(/^[A-Z]/);
  expect(['nlp', 'audio', 'cv', 'tabular', 'multimodal']).toContain(task.modality);
});
