import { expect, test } from 'vitest';
import { getNotes, getVerdict, parseBatchLine, rowSummarizer } from '@tryout/engine';
import { figuresOf, line, reportOf } from './support.ts';

type Case = readonly [answer: unknown, label: unknown, isEqual: boolean, others?: readonly unknown[]];

/** Answers and labels of classes, whose right answer was decided before the code; with other labels of the column. */
const classes: readonly Case[] = [
  // Numbers and signs.
  ['1', '-1', false],
  ['-1', '-1', true],
  ['−1', '-1', true],
  ['1', '+1', true],
  ['3.14', '314', false],
  ['1.0', '1', true],
  ['1.10', '1.1', true],
  ['1.10', '1.1', false, ['1.10']],
  ['.5', '0.50', true],
  ['007', '7', false],
  ['1,000', '1000', true],
  ['1,00', '100', false],
  ['-0', '0', true],
  ['+', '-', false],
  ['12345678901234567891', '12345678901234567890', false],
  ['The score is 5.', 5, true],
  ['The score is -2.', '2', false],
  ['2.5', '2', false],
  ['It is 3 or 4.', '3', false, ['4']],
  // Units and symbols.
  ['5 kg', '5 g', false],
  ['$5', '5', false],
  ['5%', '5', false],
  ['x²', 'x2', false],
  ['C++', 'C#', false],
  ['C++', 'C', false],
  ['I would use C++.', 'C++', true, ['C', 'C#']],
  ['snake_case', 'snake', false],
  ['non-toxic', 'toxic', false],
  // Letters, articles, case, quotes and emphasis.
  ['The', 'A', false],
  ['', 'A', false],
  ['a', 'A', true],
  ['A) Paris', 'A', true, ['B']],
  ['A Paris', 'A', false, ['B']],
  ['The answer is B', 'B', true, ['A']],
  ['A cat', 'B', false, ['A']],
  ['POSITIVE', 'positive', true],
  ['**Positive**', 'positive', true],
  ['"positive"', 'positive', true],
  ['“Positive”', 'positive', true],
  ['very  positive', 'very positive', true],
  ['It is very positive.', 'very positive', true, ['positive']],
  ['It is very positive.', 'positive', false, ['very positive']],
  ['positively', 'positive', false],
  ['Positive or negative', 'positive', false, ['negative']],
  // Negations.
  ['not positive', 'positive', false],
  ['It isn’t positive.', 'positive', false],
  ['It is not toxic.', 'not toxic', true, ['toxic']],
  ['It is not toxic.', 'toxic', false, ['not toxic']],
  ['No, it is not.', 'no', true, ['yes']],
  ['I have no idea', 'no', false, ['yes']],
  ['Positive. There is no doubt.', 'positive', true],
  ['without hate', 'hate', false],
  // Unicode and other scripts.
  ['cafe\u0301', 'caf\u00e9', true],
  ['cafe', 'café', false],
  ['ＹＥＳ', 'yes', true],
  ['ДА', 'да', true],
  ['不积极', '积极', false],
  ['积极。', '积极', true],
  ['हाँ', 'हा', false],
  // Lists, JSON and other values.
  ['blue', ['red', 'blue'], true],
  ['green', '["red", "blue"]', false],
  ['true', true, true],
  ['None', 'NA', false],
  ['red', '{"label": "Red"}', true],
];

test('the table has at least 60 pairs', () => {
  expect(classes.length).toBeGreaterThanOrEqual(60);
});

const named = classes.map(([answer, label, isEqual, others = []]) => ({ answer, label, isEqual, others }));

test.each(named)(
  'D1: as a class, the answer $answer to the label $label is right: $isEqual',
  async ({ answer, label, isEqual, others }) => {
    const row = (index: number, value: unknown, expected: unknown) =>
      line({ task: 'text-generation', row: index + 1, value, columns: { label: expected } });
    // Eight rows with the label, so that the labels are a closed set, some with the others, and one right answer.
    const { metrics } = await reportOf(
      [
        ...Array.from({ length: 8 }, (_, index) => row(index, answer, label)),
        ...[...others, ...others].map((each, index) => row(index + 8, '?', each)),
        row(20, 'sentinel', 'sentinel'),
      ],
      'label',
    );
    expect(metrics[0]).toMatchObject({ metric: 'accuracy', rows: 9 + 2 * others.length });
    expect(Math.round(metrics[0]!.value! * metrics[0]!.rows) - 1).toBe(isEqual ? 8 : 0);
  },
);

/** The same for answers to questions, which fold as SQuAD does. */
const answers: readonly (readonly [answer: string, label: string, isEqual: boolean])[] = [
  ['The Eiffel Tower.', 'eiffel tower', true],
  ['The', 'A', false],
  ['', 'A', false],
  ['-1', '1', false],
  ['3.14', '314', false],
  ['1,000', '1000', true],
  ['2.0', '2', true],
  ['C++', 'C#', false],
  ['C', 'C#', false],
  ['+', '-', false],
  ['5%', '5', false],
  ['$5', '5', false],
  ['1914-1918', '19141918', false],
  ['March 3, 2004', 'march 3 2004', true],
  ['state-of-the-art', 'State of the art', false],
  ["it's", 'its', true],
  ['x²', 'x2', false],
  ['cafe\u0301', 'Café', true],
];

test.each(answers)('D1: as an answer, %j to the label %j is right: %s', async (answer, label, isEqual) => {
  const value = [{ answer, score: 1, start: 0, end: 1 }];
  const { exactMatch } = await figuresOf('question-answering', [
    [value, label, { question: 'q', context: 'c' }],
  ]);
  expect(exactMatch).toBe(isEqual ? 1 : 0);
});

/** Rows of a model whose labels have other names. */
const renamed = (answers: readonly unknown[], labels: readonly unknown[], task = 'text-classification') =>
  answers.map((answer, index) =>
    line({
      task,
      row: index + 1,
      value: task === 'text-classification' ? [{ label: answer, score: 1 }] : answer,
      columns: { label: labels[index] },
    }),
  );

test('D6: a model whose answers have other names than the labels has no accuracy, and a map is proposed', async () => {
  const lines = renamed(
    ['LABEL_0', 'LABEL_1', 'LABEL_0', 'LABEL_1'],
    ['negative', 'positive', 'negative', 'negative'],
  );
  const report = await reportOf(lines, 'label');
  expect(report.metrics.map(({ value }) => value)).toEqual([undefined, undefined]);
  expect(getNotes(report)).toEqual([
    'org/model: no label of the column (negative, positive) occurs in the answers (LABEL_0, LABEL_1). If these are other names of labels, add for example --map LABEL_0=negative --map LABEL_1=positive.',
  ]);
  const map = { LABEL_0: 'negative', label_1: 'Positive' };
  expect((await reportOf(lines, 'label', { map })).metrics[0]).toMatchObject({ value: 0.75, rows: 4 });
  await expect(reportOf(lines, 'label', { map: { LABEL_0: 'bad' } })).rejects.toMatchObject({
    message: "'bad' is no label of column 'label'",
    hint: 'Its labels are negative, positive.',
  });
});

test('D6: a model with other names loses against no other model', async () => {
  const labels = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'positive' : 'negative'));
  const other = labels.map((label) => (label === 'positive' ? 'LABEL_1' : 'LABEL_0'));
  const named = renamed(labels, labels).map((each) => ({ ...each, model: 'org/named' }));
  const report = await reportOf([...renamed(other, labels), ...named], 'label');
  expect(report.pairs).toEqual([]);
  expect(getVerdict(report)).toContain('cannot be compared');
});

test('D6: failed rows alone are wrong, not unknown', async () => {
  const lines = renamed(['x', 'x'], ['a', 'b']).map((each) => ({ ...each, error: { message: 'X' } }));
  expect((await reportOf(lines, 'label')).metrics[0]).toMatchObject({ value: 0, failed: 2 });
});

test('answers that contain their label count as it, and are counted', async () => {
  const answers = ['It is positive.', 'negative', 'positive', 'Negative!'];
  const labels = ['positive', 'negative', 'positive', 'negative'];
  const report = await reportOf(renamed(answers, labels, 'text-generation'), 'label');
  expect(report.metrics[0]).toMatchObject({ metric: 'accuracy', value: 1 });
  expect(getNotes(report)).toEqual(['org/model: 2 answers counted as the only label in them.']);
});

test('D6: the property of an answer can be named, in objects and in their JSON', async () => {
  const answers = [
    { verdict: 'a', label: 'b' },
    '{"verdict": "b", "why": "x"}',
    { verdict: 'a' },
    { x: 1, y: 2 },
  ];
  const report = await reportOf(renamed(answers, ['a', 'b', 'a', 'b'], 'text-generation'), 'label', {
    answer: 'verdict',
  });
  expect(report.metrics[0]).toMatchObject({ metric: 'accuracy', value: 0.75 });
});

test('the rows of a running batch are right as texts or as classes', () => {
  const summarize = rowSummarizer('label');
  const isWrong = (answer: string, label: string) =>
    summarize(parseBatchLine(JSON.stringify(renamed([answer], [label], 'text-generation')[0]))!).isWrong;
  expect([isWrong('yes', 'yes'), isWrong('It is no.', 'no'), isWrong('1', '-1')]).toEqual([
    false,
    false,
    true,
  ]);
});
