import { describe, expect, test } from 'vitest';
import {
  computeAgreement,
  fileFromBlob,
  markDifferences,
  shuffleCandidates,
  type DecodeMask,
  type ResultKind,
  type ResultView,
} from '@tryout/engine';
import { rejection } from '../../support/ask.ts';

const image = fileFromBlob(new Blob(['x']), 'a.png', 'image/png');
const media = (...bytes: number[]) => ({ contentType: 'image/png', bytes: new Uint8Array(bytes) });
const text = (content: string): ResultView => ({ kind: 'text', text: content });
const labelsOf = (rows: [string, number][]): ResultView => ({
  kind: 'labels',
  rows: rows.map(([label, score]) => ({ label, score })),
});
const labels = (...rows: [string, number][]) => labelsOf(rows);
const box = (label: string, xmin: number, xmax: number, score = 0.9) => ({
  label,
  score,
  box: { xmin, ymin: 0, xmax, ymax: 10 },
});
const boxesOf = (all: ReturnType<typeof box>[]): ResultView => ({ kind: 'boxes', image, boxes: all });
const boxes = (...all: ReturnType<typeof box>[]) => boxesOf(all);
const span = (start: number, end: number, label: string) => ({ start, end, label });
const spansOf = (all: ReturnType<typeof span>[]): ResultView => ({
  kind: 'spans',
  text: 'Ada lives in Bern',
  spans: all,
});
const spans = (...all: ReturnType<typeof span>[]) => spansOf(all);
const answers = (...all: string[]): ResultView => ({
  kind: 'answers',
  answers: all.map((answer) => ({ answer, score: 0.5 })),
});
const numbersOf = (values: (number | string)[]): ResultView => ({
  kind: 'numbers',
  rows: values.map((value, index) => ({ label: `Output - Sentence #${index + 1}`, value })),
});
const numbers = (...values: (number | string)[]) => numbersOf(values);
const vector = (values: number[][]): ResultView => ({
  kind: 'vector',
  shape: [values.length, values[0]!.length],
  values,
});
const masks = (...all: [string, string][]): ResultView => ({
  kind: 'masks',
  image,
  masks: all.map(([label, mask]) => ({ label, mask })),
});

/** A mask of two pixels, written as `10` for white and black. */
const decodeMask: DecodeMask = (mask) =>
  Promise.resolve({
    width: mask.length,
    height: 1,
    strengths: Uint8Array.from(mask, (digit) => 255 * Number(digit)),
  });

const meansOf = async (...views: (ResultView | undefined)[]) =>
  (await computeAgreement(views, { decodeMask }))?.means;

const rounded = (values: object | undefined) =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, Number((value as number).toFixed(3))]),
  );

/** Two results of each kind and how alike they are; the first compared with itself is equal. */
const kinds: Record<ResultKind, [a: ResultView, b: ResultView, means: Record<string, number>]> = {
  text: [text('a big red dog runs'), text('a small red dog runs fast'), { wordSimilarity: 0.667 }],
  labels: [
    labels(['A', 0.6], ['B', 0.3], ['C', 0.1]),
    labels(['b', 0.5], ['a', 0.4], ['c', 0.1]),
    { top1: 0, rankCorrelation: 0.5 },
  ],
  spans: [spans(span(0, 3, 'PER'), span(13, 17, 'LOC')), spans(span(0, 3, 'PER')), { f1: 0.667 }],
  answers: [answers('The red house'), answers('red houses'), { exactMatch: 0, tokenF1: 0.5 }],
  boxes: [
    boxes(box('cat', 0, 10), box('dog', 20, 30)),
    boxes(box('Cat', 0, 8), box('dog', 60, 70)),
    { f1: 0.5, iou: 0.8 },
  ],
  masks: [masks(['sky', '1100'], ['sea', '0011']), masks(['sky', '1000'], ['sea', '0011']), { iou: 0.75 }],
  cells: [
    { kind: 'cells', table: {}, answer: '7 cars', coordinates: [] },
    { kind: 'cells', table: {}, answer: '7', coordinates: [] },
    { exactMatch: 0, tokenF1: 0.667 },
  ],
  numbers: [numbers(0.5, 0.1), numbers(0.4, 0.4), { difference: 0.2 }],
  vector: [
    vector([
      [1, 0],
      [1, 0.1],
      [0, 1],
    ]),
    vector([
      [0, 1],
      [1, 0],
      [1, 0.1],
    ]),
    { orderCorrelation: -0.5 },
  ],
  image: [{ kind: 'image', media: media(1, 2) }, { kind: 'image', media: media(1, 3) }, { identical: 0 }],
  video: [{ kind: 'video', media: media(1, 2) }, { kind: 'video', media: media(1, 3) }, { identical: 0 }],
  audio: [{ kind: 'audio', media: media(1) }, { kind: 'audio', media: media(1, 3) }, { identical: 0 }],
  tracks: [
    { kind: 'tracks', tracks: [{ label: 'bass', media: media(1) }] },
    { kind: 'tracks', tracks: [] },
    { identical: 0 },
  ],
};

describe.each(Object.entries(kinds))('compare results: %s', (_kind, [a, b, means]) => {
  test('computes the agreement of two results', async () => {
    expect(rounded(await meansOf(a, b))).toEqual(means);
  });

  test('equal results agree', async () => {
    const same = rounded(await meansOf(a, a));
    for (const [name, value] of Object.entries(same)) expect(value).toBe(name === 'difference' ? 0 : 1);
    expect(Object.keys(same).length).toBeGreaterThan(0);
  });
});

test('compare results: draws the largest differences first, and candidates without a result have no values', async () => {
  const views = [labels(['A', 0.5], ['B', 0.4]), undefined, labels(['A', 0.45], ['C', 0.3])];
  const { rows, pairs } = (await computeAgreement(views))!;
  expect(pairs.map(({ a, b }) => [a, b])).toEqual([[0, 2]]);
  expect(rows.map(({ label, values }) => [label, ...values])).toEqual([
    ['B', 0.4, undefined, undefined],
    ['C', undefined, undefined, 0.3],
    ['A', 0.5, undefined, 0.45],
  ]);
  expect(await computeAgreement([views[0], undefined])).toBeUndefined();
});

test('compare results: boxes of the same object are one row, in any order', async () => {
  const { rows } = (await computeAgreement([
    boxes(box('cat', 0, 10, 0.9), box('cat', 40, 50, 0.5)),
    boxes(box('cat', 41, 50, 0.8), box('cat', 0, 9, 0.7)),
  ]))!;
  expect(rows.map(({ label, values }) => [label, ...values])).toEqual([
    ['cat #2', 0.5, 0.8],
    ['cat', 0.9, 0.7],
  ]);
});

test('compare results: vectors of one row are compared only with the same dimensions', async () => {
  expect(rounded(await meansOf(vector([[1, 0]]), vector([[1, 0]])))).toEqual({ cosine: 1 });
  expect(await meansOf(vector([[1, 0]]), vector([[1, 0, 0]]))).toEqual({});
  expect(await meansOf(vector([[1], [2]]), vector([[1], [2], [3]]))).toEqual({});
});

test('compare results: classes of rows are equal or not', async () => {
  expect(await meansOf(numbers('setosa', 'virginica'), numbers('setosa', 'setosa'))).toEqual({ equal: 0.5 });
});

test('compare results: T8: predictions are named by the rows of their table', async () => {
  const view = { ...numbers(1, 2), table: { speed: ['10', '15'] } } as ResultView;
  const agreement = await computeAgreement([view, view]);
  expect(agreement?.rows.map(({ label }) => label)).toEqual(['Row 1', 'Row 2']);
});

test('compare results: words are compared in scripts without spaces', async () => {
  expect(rounded(await meansOf(text('今日は晴れ'), text('今日は雨')))).toEqual({ wordSimilarity: 0.6 });
});

test('compare results: marks the words that the other text lacks, and keeps all text', () => {
  const texts = ['A big\n red dog.', 'A small\n red dog!', ''];
  const marked = markDifferences(texts);
  expect(marked.map((parts) => parts.map((part) => part.text).join(''))).toEqual(texts);
  const different = marked.map((parts) =>
    parts.filter((part) => part.isDifferent).map((part) => part.text.trim()),
  );
  expect(different).toEqual([['big', '.'], ['small', '!'], []]);
});

const MANY = 20_000;
const many = <Item>(item: (index: number) => Item, count = MANY) =>
  Array.from({ length: count }, (_, index) => item(index));

/** Results as large as a response may be, or larger. */
const hostile: Record<string, (seed: number) => ResultView> = {
  'very many labels': (seed) =>
    labelsOf(many((index): [string, number] => [`${(index * seed) % 7919}`, 0.1])),
  'a long text': (seed) => text(many((index) => (index * seed) % 9973).join(' ')),
  'a text without spaces': (seed) => text(String(seed).repeat(MANY)),
  'very many spans': (seed) => spansOf(many((index) => span(index, index + seed, 'X'))),
  'very many boxes in one place': (seed) => boxesOf(many(() => box('cat', 0, 10 + seed))),
  'endless boxes': (seed) => boxes(box('cat', -1e308 * seed, 1e308), box('cat', 1e-320, 0)),
  'a thousand masks': (seed) =>
    masks(...many((index): [string, string] => [`${index}`, seed > 1 ? '10' : '01'], 1000)),
  'masks that cannot be read': () => masks(['sky', '']),
  'a long vector': (seed) => vector(many((index) => [index % seed, 1, seed])),
  'one long row': (seed) => vector([many((index) => index % seed)]),
  'very many numbers': (seed) => numbersOf(many((index) => index % seed)),
  'no labels': () => labels(),
  'no boxes': () => boxes(),
};

test.each(Object.entries(hostile))('compare results: %s take bounded work', async (name, view) => {
  const decode: DecodeMask = (mask) => (mask === '' ? Promise.resolve(undefined) : decodeMask(mask));
  const agreement = await computeAgreement([1, 2, 3].map(view), { decodeMask: decode });
  expect(agreement?.pairs).toHaveLength(3);
  for (const { measures } of agreement!.pairs)
    for (const value of Object.values(measures)) expect(value, name).toSatisfy(Number.isFinite);
  expect(agreement!.rows.length).toBeLessThanOrEqual(3000);
});

test('compare results: can be canceled', async () => {
  const error = await rejection(
    computeAgreement([labels(['A', 1]), labels(['A', 1])], { signal: AbortSignal.abort() }),
  );
  expect(error).toBeInstanceOf(Error);
});

test('compare blind: every candidate is shown once', () => {
  for (let count = 2; count <= 8; count += 1)
    expect(shuffleCandidates(count).sort((a, b) => a - b)).toEqual([...Array(count).keys()]);
});
