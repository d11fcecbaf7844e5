import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { resultSummary, type ResultView } from '@tryout/engine';
import { renderResult } from '../../../packages/cli/src/deliver/render-result.ts';
import { pipe, screen } from './screens.ts';

describe('a text', () => {
  it('is printed unchanged with one trailing newline', async () => {
    for (const terminal of [screen(40), pipe]) {
      expect(await renderResult({ kind: 'text', text: 'a  very\tlong line\n\nb' }, terminal)).toBe(
        'a  very\tlong line\n\nb\n',
      );
      expect(await renderResult({ kind: 'text', text: 'done\n' }, terminal)).toBe('done\n');
    }
  });

  it('F1, F2: has its control characters escaped', async () => {
    const view: ResultView = { kind: 'text', text: '\u001b]0;evil\u0007 \u202egnp\u0008\r!' };
    for (const terminal of [screen(80, 'truecolor'), pipe])
      expect(await renderResult(view, terminal)).toBe(
        '<U+001B>]0;evil<U+0007> <U+202E>gnp<U+0008><U+000D>!\n',
      );
  });

  it('shows a note on a terminal if it is empty', async () => {
    expect(await renderResult({ kind: 'text', text: '' }, screen(80))).toBe('(no text)\n');
    expect(await renderResult({ kind: 'text', text: '' }, pipe)).toBe('');
  });
});

describe('spans', () => {
  const view: ResultView = {
    kind: 'spans',
    text: 'Ada met Bob in 東京.',
    spans: [
      { start: 0, end: 3, label: 'PER', score: 1 },
      { start: 8, end: 11, label: 'PER', score: 0.5 },
      { start: 15, end: 17, label: 'LOC', score: 0.25 },
    ],
  };

  it('are marked and labeled in the text, then listed', async () => {
    expect(await renderResult(view, screen(80))).toBe(
      [
        '[Ada](PER) met [Bob](PER) in [東京](LOC).',
        '',
        'PER  ████████████  100.0%  Ada',
        'PER  ██████         50.0%  Bob',
        'LOC  ███            25.0%  東京',
        '',
      ].join('\n'),
    );
    expect(resultSummary(view)).toBe('3 parts: PER Ada, PER Bob, LOC 東京');
  });

  it('have a color for each label', async () => {
    const [first] = (await renderResult(view, screen(80, '16'))).split('\n');
    const marked = (onGround: number, ground: number, ink: number, text: string, label: string) =>
      `\u001b[${onGround}m\u001b[${ground}m${text}\u001b[49m\u001b[39m\u001b[${ink}m(${label})\u001b[39m`;
    expect(first).toBe(
      `${marked(97, 104, 94, 'Ada', 'PER')} met ${marked(97, 104, 94, 'Bob', 'PER')} in ${marked(30, 41, 31, '東京', 'LOC')}.`,
    );
  });

  it('are label, score and text in a pipe', async () => {
    expect(await renderResult(view, pipe)).toBe('PER\t1\tAda\nPER\t0.5\tBob\nLOC\t0.25\t東京\n');
  });

  it('may overlap, be out of order, empty or out of range', async () => {
    const odd: ResultView = {
      kind: 'spans',
      text: 'one two three',
      spans: [
        { start: 8, end: 13, label: 'C' },
        { start: 0, end: 7, label: 'A' },
        { start: 4, end: 13, label: 'B' },
        { start: 5, end: 5, label: 'D' },
        { start: 9, end: 2, label: 'E' },
        { start: 12, end: 99, label: 'F' },
      ],
    };
    const lines = (await renderResult(odd, screen(80))).split('\n');
    expect(lines[0]).toBe('[one two](A) [three](C)');
    expect(lines.slice(2, -1)).toEqual(['C  three', 'A  one two', 'B  two three', 'D', 'E', 'F  e']);
  });

  it('show only the start of long text', async () => {
    const text = 'word '.repeat(10_000);
    const drawn = await renderResult({ kind: 'spans', text, spans: [] }, screen(80));
    expect(drawn.length).toBeLessThan(4500);
    expect(drawn).toMatch(/\n\(46,\d\d\d more characters\)\n\nNothing found\n$/);
  });
});

describe('answers', () => {
  const context = `${'before '.repeat(100)}The tower is 324 metres tall. ${'after '.repeat(100)}`;
  const start = context.indexOf('324');
  const view: ResultView = {
    kind: 'answers',
    context,
    answers: [{ answer: '324 metres', score: 0.5, span: { start, end: start + 10 } }],
  };

  it('are shown in their truncated context', async () => {
    const lines = (await renderResult(view, screen(80))).split('\n');
    expect(lines.slice(0, 3)).toEqual(['324 metres', '50.0%', '']);
    const shown = lines.slice(3).join(' ').trim();
    expect(shown).toMatch(/^… (before )+The tower is \[324 metres\] tall\. (after )+…$/);
    expect(shown.length).toBeLessThan(520);
    expect(await renderResult(view, pipe)).toBe('324 metres\t0.5\n');
    expect(resultSummary(view)).toBe('324 metres 50.0%');
  });

  it('are marked in color', async () => {
    expect(await renderResult(view, screen(80, '16'))).toContain('\u001b[104m324 metres\u001b[49m');
  });

  it('are listed best first', async () => {
    const several: ResultView = {
      kind: 'answers',
      answers: [
        { answer: 'cat', score: 0.5 },
        { answer: 'dog', score: 0.25 },
      ],
    };
    expect(await renderResult(several, screen(21))).toBe('cat  ████▌      50.0%\ndog  ██▎        25.0%\n');
  });

  it('may have no score and no span, or an invalid span', async () => {
    const bare: ResultView = { kind: 'answers', context: 'short', answers: [{ answer: 'yes' }] };
    expect(await renderResult(bare, screen(80))).toBe('yes\n');
    const wrong: ResultView = { ...bare, answers: [{ answer: 'yes', span: { start: 3, end: 900 } }] };
    expect(await renderResult(wrong, screen(80))).toBe('yes\n');
    const logit: ResultView = { kind: 'answers', answers: [{ answer: 'yes', score: -3.4718e100 }] };
    expect(await renderResult(logit, screen(10))).toBe('yes\n-3.472e+10\n0\n');
    expect(await renderResult({ kind: 'answers', answers: [] }, screen(80))).toBe('No answer\n');
  });
});

describe('cells of a table', () => {
  const view: ResultView = {
    kind: 'cells',
    table: { Name: ['Ada', 'Bob'], Stars: ['36542', '7'], Language: ['Python', 'Rust'] },
    answer: 'AVERAGE > 36542',
    aggregator: 'AVERAGE',
    coordinates: [[0, 1]],
  };

  it('are marked in the table, below the answer', async () => {
    expect(await renderResult(view, screen(80))).toBe(
      [
        'AVERAGE > 36542 (AVERAGE of 1 cell)',
        '',
        'Name  Stars    Language',
        'Ada   [36542]  Python',
        'Bob   7        Rust',
        '',
      ].join('\n'),
    );
    expect(resultSummary(view)).toBe('AVERAGE > 36542 (AVERAGE of 1 cell)');
    expect(await renderResult(view, pipe)).toBe('AVERAGE > 36542\tAVERAGE\n0\tStars\t36542\n');
  });

  it('are listed by row if not all columns fit', async () => {
    const narrow = { ...view, aggregator: 'NONE' } satisfies ResultView;
    const lines = (await renderResult(narrow, screen(20, '16'))).split('\n').map(stripVTControlCharacters);
    expect(lines.slice(2, 5)).toEqual(['Ada', '  Stars: 36542', '  Language: Python']);
  });

  it('in a large table are shown with the rows around them', async () => {
    const large: ResultView = {
      kind: 'cells',
      table: { n: Array.from({ length: 1000 }, (_, row) => `row ${row}`) },
      answer: 'row 500',
      aggregator: 'NONE',
      coordinates: [[500, 0]],
    };
    const expected = ['n', '…', 'row 498', 'row 499', '[row 500]', 'row 501', 'row 502', '…', ''];
    expect((await renderResult(large, screen(80))).split('\n')).toEqual(['row 500', '', ...expected]);
  });

  it('outside the table are ignored', async () => {
    const outside: ResultView = { ...view, aggregator: undefined, coordinates: [[9, 9]] };
    expect(await renderResult(outside, screen(80))).toContain('Ada   36542  Python');
  });
});
