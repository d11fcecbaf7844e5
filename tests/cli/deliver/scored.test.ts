import { describe, expect, it } from 'vitest';
import { resultSummary, type ResultView } from '@tryout/engine';
import { renderResult } from '../../../packages/cli/src/deliver/render-result.ts';
import { SCROLLED } from '../../../packages/cli/src/deliver/renderer.ts';
import { pipe, screen } from './screens.ts';

const sentiment: ResultView = {
  kind: 'labels',
  rows: [
    { label: 'POSITIVE', score: 0.75 },
    { label: 'NEGATIVE', score: 0.25 },
    { label: 'none', score: 0.0001 },
  ],
};

describe('labels', () => {
  it('are aligned with bars and percentages', async () => {
    expect(await renderResult(sentiment, screen(40))).toBe(
      [
        'POSITIVE  █████████████████▎       75.0%',
        'NEGATIVE  █████▊                   25.0%',
        'none      ▏                        <0.1%',
        '',
      ].join('\n'),
    );
  });

  it('use ASCII without Unicode support, and omit bars that do not fit', async () => {
    expect(await renderResult(sentiment, screen(28, 'none', false))).toBe(
      'POSITIVE  ########     75.0%\nNEGATIVE  ###          25.0%\nnone      #            <0.1%\n',
    );
    expect(await renderResult(sentiment, screen(20))).toBe(
      'POSITIVE  75.0%\nNEGATIVE  25.0%\nnone      <0.1%\n',
    );
  });

  it('use bold for the best one and cyan bars with colors', async () => {
    const view: ResultView = { kind: 'labels', rows: [{ label: 'yes', score: 1 }] };
    expect(await renderResult(view, screen(22, '16'))).toBe(
      '\u001b[1myes\u001b[22m  \u001b[36m█████████\u001b[39m  100.0%\n',
    );
  });

  it('are columns with unchanged scores in a pipe', async () => {
    expect(await renderResult(sentiment, pipe)).toBe('POSITIVE\t0.75\nNEGATIVE\t0.25\nnone\t0.0001\n');
  });

  it('show logits as numbers without bars', async () => {
    const view: ResultView = {
      kind: 'labels',
      rows: [
        { label: 'dog', score: 12.25 },
        { label: 'cat', score: -3.14159 },
      ],
    };
    expect(await renderResult(view, screen(80))).toBe('dog   12.25\ncat  -3.142\n');
    expect(resultSummary(view)).toBe('dog 12.25');
  });

  it('show the completed sentence next to the token, or below it in a narrow terminal, and quote whitespace', async () => {
    const view: ResultView = {
      kind: 'labels',
      rows: [
        { label: ' Paris', score: 0.5, detail: 'It is Paris.' },
        { label: '\n', score: 0.25, detail: 'It is \n.' },
      ],
    };
    expect(await renderResult(view, screen(80))).toBe(
      'Paris  ██████        50.0%  It is Paris.\n"\\n"   ███           25.0%  It is .\n',
    );
    expect(await renderResult(view, screen(20))).toBe(
      'Paris  50.0%\n  It is Paris.\n"\\n"   25.0%\n  It is .\n',
    );
    expect(await renderResult(view, pipe)).toBe(
      ' Paris\t0.5\tIt is Paris.\n<U+000A>\t0.25\tIt is <U+000A>.\n',
    );
  });

  it('show the first fifty of ten thousand and the number of others; a pipe gets all', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ label: `label ${index}`, score: 0.5 }));
    const drawn = (await renderResult({ kind: 'labels', rows }, screen(80))).split('\n');
    expect(drawn).toHaveLength(52);
    expect(drawn[50]).toBe('… and 9,950 more (--json shows all)');
    expect((await renderResult({ kind: 'labels', rows }, pipe)).split('\n')).toHaveLength(10_001);
  });

  it('show a note on a terminal if there are none; a pipe gets nothing', async () => {
    expect(await renderResult({ kind: 'labels', rows: [] }, screen(80))).toBe('No labels\n');
    expect(await renderResult({ kind: 'labels', rows: [] }, pipe)).toBe('');
    expect(resultSummary({ kind: 'labels', rows: [] })).toBe('no labels');
  });
});

describe('numbers', () => {
  const similar: ResultView = {
    kind: 'numbers',
    rows: [
      { label: 'Output - Sentence #1', value: 0.5, detail: 'A happy dog' },
      { label: 'Output - Sentence #2', value: 0.123456, detail: 'A sunny day' },
    ],
  };

  it('have the sentence, and a bar if they are shares', async () => {
    expect(await renderResult(similar, screen(80))).toBe(
      ['1  ██████        0.5000  A happy dog', '2  █▌            0.1235  A sunny day', ''].join('\n'),
    );
    expect(resultSummary(similar)).toBe('0.5, 0.1235');
  });

  it('T8: have the labels of the specification only below a form', async () => {
    expect(await renderResult(similar, pipe)).toBe('1\t0.5\tA happy dog\n2\t0.123456\tA sunny day\n');
    expect(await renderResult(similar, screen(30), { limits: SCROLLED })).toBe(
      'Output - Sentence #1  0.5000\n  A happy dog\nOutput - Sentence #2  0.1235\n  A sunny day\n',
    );
  });

  it('C13: are numbered by the rows of a table, and may be names', async () => {
    const classes: ResultView = {
      kind: 'numbers',
      rows: [
        { label: 'Output - Sentence #1', value: 1 },
        { label: 'Output - Sentence #2', value: 'setosa' },
      ],
    };
    expect(await renderResult(classes, screen(80))).toBe('1       1\n2  setosa\n');
    expect(await renderResult(classes, pipe)).toBe('1\t1\n2\tsetosa\n');
  });
});

describe('a vector', () => {
  const view: ResultView = {
    kind: 'vector',
    shape: [2, 2],
    values: [
      [0, 3],
      [4, -12],
    ],
  };

  it('shows shape, statistics, a chart and its first values', async () => {
    // From -12 to 4: shares of 12/16, 15/16, 16/16 and 0.
    expect(await renderResult(view, screen(80))).toBe(
      '2 × 2 = 4 numbers\nmin -12 · max 4 · mean -1.25 · norm 13\n▇██▁\n[0, 3, 4, -12]\n',
    );
    expect(resultSummary(view)).toBe('2 × 2 numbers');
  });

  it('is a strip from blue to red with colors', async () => {
    const strip: ResultView = { kind: 'vector', shape: [3], values: [-1, 0, 1] };
    expect((await renderResult(strip, screen(80, 'truecolor'))).split('\n')[2]).toBe(
      [
        [50, 100, 220],
        [225, 225, 225],
        [215, 60, 50],
      ]
        .map((color) => `\u001b[48;2;${color.join(';')}m \u001b[49m`)
        .join(''),
    );
  });

  it('is printed in a pipe with one innermost list per line', async () => {
    expect(await renderResult(view, pipe)).toBe('0\t3\n4\t-12\n');
    expect(await renderResult({ kind: 'vector', shape: [1, 1, 2], values: [[[1e-7, 2]]] }, pipe)).toBe(
      '1e-7\t2\n',
    );
  });

  it('of a million numbers fits the width', async () => {
    const values = Array.from({ length: 1_000_000 }, (_, index) => index % 7);
    const lines = (await renderResult({ kind: 'vector', shape: [1_000_000], values }, screen(40))).split(
      '\n',
    );
    expect(lines[2]).toHaveLength(40);
    expect(lines.at(-2)).toBe('[0, 1, 2, 3, 4, 5, 6, 0, …]');
  });
});
