import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFromBlob, resultSummary, visible, type FileInput, type ResultView } from '@tryout/engine';
import { renderResult } from '../../../packages/cli/src/deliver/render-result.ts';
import { getWidth, type Colors } from '../../../packages/cli/src/screen/index.ts';
import { pipe, screen } from './screens.ts';

const controlSequences = [
  '\u001b[2J',
  '\u001b]8;;x\u0007',
  '\u009b31m',
  '\r',
  '\b',
  '\u202e',
  '\u200b',
  '\ud800',
  '\t',
  '\n',
];
const words = fc.oneof(
  fc.constantFrom(...controlSequences, 'word', '東京', '👩‍👩‍👧', 'e\u0301', 'x'.repeat(300), '[](', ''),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const text = fc.array(words, { maxLength: 6 }).map((parts) => parts.join(''));
const score = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const position = fc.integer({ min: -2, max: 60 });
const list = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 8 });
const bytes = fc.uint8Array({ maxLength: 60 }).map((data) => new Uint8Array(data));
const media = fc.record({ contentType: text, bytes });

let image: FileInput;
let mask: string;

beforeAll(async () => {
  const create = { width: 30, height: 20, channels: 3 as const, background: '#48c' };
  const file = await sharp({ create }).png().toBuffer();
  image = fileFromBlob(new Blob([new Uint8Array(file)]), 'evil\u001b[2J.png', 'image/png');
  mask = file.toString('base64');
});

/** Result views of every kind with hostile content. */
const views = fc.oneof<fc.Arbitrary<ResultView>[]>(
  fc.record({ kind: fc.constant('text'), text }),
  fc.record({
    kind: fc.constant('labels'),
    rows: list(fc.record({ label: text, score, detail: optional(text) })) as fc.Arbitrary<never[]>,
  }),
  fc.record({
    kind: fc.constant('spans'),
    text,
    spans: list(fc.record({ start: position, end: position, label: text, score })),
  }),
  fc.record({
    kind: fc.constant('answers'),
    context: text,
    answers: list(fc.record({ answer: text, score, span: fc.record({ start: position, end: position }) })),
  }),
  list(
    fc.record({ label: text, score, box: fc.record({ xmin: score, ymin: score, xmax: score, ymax: score }) }),
  ).map((boxes) => ({ kind: 'boxes', image, boxes })),
  list(fc.record({ label: text, score, mask: fc.boolean() })).map((masks) => ({
    kind: 'masks',
    image,
    masks: masks.map((row) => ({ ...row, mask: row.mask ? mask : 'broken' })),
  })),
  fc.record({
    kind: fc.constant('cells'),
    table: fc.dictionary(text, fc.array(text, { maxLength: 30 })),
    answer: text,
    aggregator: text,
    coordinates: list(fc.tuple(fc.nat(40), fc.nat(9))),
  }),
  fc.record({
    kind: fc.constant('numbers'),
    rows: list(fc.record({ label: text, value: fc.oneof(score, text), detail: text })),
  }),
  fc.array(score).map((values) => ({ kind: 'vector', shape: [values.length], values })),
  fc.record({ kind: fc.constant('image'), media }),
  fc.record({ kind: fc.constant('audio'), media }),
  fc.record({ kind: fc.constant('tracks'), tracks: list(fc.record({ label: text, media })) }),
);

const columns = fc.integer({ min: 10, max: 120 });
const colors = fc.constantFrom<Colors>('none', '16', '256', 'truecolor');
/** SGR (color) sequences, the only ones Tryout writes. */
// oxlint-disable-next-line no-control-regex -- matches escape sequences
const ours = /\u001b\[[\d;]*m/g;

describe('F1, F2: for any model output', () => {
  it('writes no control sequences except colors and no line wider than the terminal', async () => {
    await fc.assert(
      fc.asyncProperty(
        views,
        columns,
        colors,
        fc.boolean(),
        text,
        async (view, width, color, unicode, path) => {
          const drawn = await renderResult(view, screen(width, color, unicode), { paths: [path] });
          expect(visible(drawn.replace(ours, ''))).toBe(drawn.replace(ours, ''));
          // Colors from the model output would also appear without Tryout's own colors.
          const bare = await renderResult(view, screen(width, 'none', unicode), { paths: [path] });
          expect(visible(bare)).toBe(bare);
          if (view.kind === 'text') return;
          expect(drawn).not.toContain('\t');
          for (const line of drawn.split('\n')) expect(getWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('writes plain columns without colors, one line per row, and a one-line summary', async () => {
    await fc.assert(
      fc.asyncProperty(views, text, async (view, path) => {
        const plain = await renderResult(view, pipe, { paths: [path] });
        expect(visible(plain)).toBe(plain);
        const rows = view.kind === 'labels' || view.kind === 'numbers' ? view.rows.length : undefined;
        if (rows !== undefined) expect(plain.split('\n')).toHaveLength(rows + 1);
        const summary = resultSummary(view);
        expect(visible(summary)).toBe(summary);
        expect(summary).not.toMatch(/[\n\t]/);
      }),
      { numRuns: 120 },
    );
  });

  it('shortens megabytes of output on a terminal', async () => {
    const huge = 'x東'.repeat(500_000);
    const combining = 'e\u0301\u0301'.repeat(500_000);
    const shown: ResultView[] = [
      { kind: 'labels', rows: [{ label: huge, score: 1, detail: combining }] },
      { kind: 'answers', context: huge, answers: [{ answer: huge, span: { start: 0, end: huge.length } }] },
      { kind: 'cells', table: { [huge]: [combining, huge] }, answer: huge, coordinates: [[0, 0]] },
      { kind: 'spans', text: huge, spans: [{ start: 0, end: huge.length, label: huge, score: 1 }] },
    ];
    for (const view of shown) {
      const drawn = await renderResult(view, screen(80, 'truecolor'));
      expect(drawn.length).toBeLessThan(12_000);
      for (const line of drawn.split('\n')) expect(getWidth(line)).toBeLessThanOrEqual(80);
    }
  });
});
