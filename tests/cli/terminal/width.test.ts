import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flow, pad, truncate, widthOf, wrap } from '../../../packages/cli/src/terminal/index.ts';
import { visible } from '../../../packages/engine/src/text/index.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => visible(text).replaceAll('\t', ' ')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.stringMatching(/^[東京🚀a ]{0,40}$/u),
);

describe('truncate', () => {
  it.each([
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['東京タワー', 5, '東京…'],
    ['東京タワー', 4, '東…'],
    ['👨‍👩‍👧👨‍👩‍👧', 3, '👨‍👩‍👧…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['anything', 1, '…'],
    ['anything', 0, ''],
  ])('%s in %d cells is %s', (text, width, cut) => expect(truncate(text, width)).toBe(cut));

  it('never exceeds its width, and keeps what fits', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, width) => {
        const line = text.replaceAll('\n', ' ');
        const cut = truncate(line, width);
        expect(widthOf(cut)).toBeLessThanOrEqual(width);
        if (widthOf(line) <= width) expect(cut).toBe(line);
      }),
    );
  });

  it('cuts a text of megabytes without measuring it all', () => {
    expect(truncate('x'.repeat(5_000_000), 10)).toBe('xxxxxxxxx…');
  });
});

describe('wrap', () => {
  it('breaks at words, breaks long words, keeps indentation', () => {
    expect(wrap('one two three', 8)).toBe('one two\nthree');
    expect(wrap('aaaaaaaaaa', 4)).toBe('aaaa\naaaa\naa');
    expect(wrap('  in\nout', 8)).toBe('  in\nout');
  });

  // Signs of several cells are rare, but there are some: a musical note with its stem and flag is one of three.
  const isOneSign = (line: string) => [...new Intl.Segmenter().segment(line)].length === 1;

  it('makes no line wider than asked, but for a sign that is wider by itself', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 30 }), (text, width) => {
        for (const line of wrap(text, width).split('\n')) {
          expect(isOneSign(line) || widthOf(line) <= width, line).toBe(true);
        }
      }),
      { examples: [['\u{1d158}\u{1d165}\u{1d16e}', 2]] },
    );
  });
});

it('pads by cells, on either side', () => {
  expect(pad('東', 4)).toBe('東  ');
  expect(pad('7', 3, 'right')).toBe('  7');
  expect(pad('\u001b[31mab\u001b[39m', 3)).toBe('\u001b[31mab\u001b[39m ');
});

it('breaks lines between parts, not in them', () => {
  expect(flow(['66 kB', '8000 Hz', 'mono'], ', ', 14)).toBe('66 kB, 8000 Hz\nmono');
  expect(flow(['much too long'], ', ', 8)).toBe('much too\nlong');
});
