import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flow, pad, truncate, getWidth, wrap } from '../../../packages/cli/src/screen/index.ts';
import { visible } from '@tryout/engine';

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

  it('never exceeds the width and keeps text that fits', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, width) => {
        const line = text.replaceAll('\n', ' ');
        const cut = truncate(line, width);
        expect(getWidth(cut)).toBeLessThanOrEqual(width);
        if (getWidth(line) <= width) expect(cut).toBe(line);
      }),
    );
  });

  it('truncates megabytes without measuring all of them', () => {
    expect(truncate('x'.repeat(5_000_000), 10)).toBe('xxxxxxxxx…');
  });
});

describe('wrap', () => {
  it('wraps at words, splits long words and keeps indentation', () => {
    expect(wrap('one two three', 8)).toBe('one two\nthree');
    expect(wrap('aaaaaaaaaa', 4)).toBe('aaaa\naaaa\naa');
    expect(wrap('  in\nout', 8)).toBe('  in\nout');
  });

  it('fills the lines of long words that are not ASCII, and adds no characters', () => {
    const text = `Title: ${'日'.repeat(3000)}`;
    const lines = wrap(text, 80).split('\n');
    expect(lines.join('').replace(' ', '')).toBe(text.replace(' ', ''));
    expect(lines.slice(1, -1).map(getWidth)).toEqual(Array<number>(lines.length - 2).fill(80));
    expect(
      wrap(`\u001b[31m${'日'.repeat(3000)}\u001b[39m`, 60)
        .split('\n')
        .slice(0, -1),
    ).toEqual(Array<string>(99).fill(`\u001b[31m${'日'.repeat(30)}\u001b[39m`));
  });

  // Some characters are wider than two cells: a musical note with stem and flag takes three.
  const isOneCharacter = (line: string) => [...new Intl.Segmenter().segment(line)].length === 1;

  it('keeps lines within the width unless a single character is wider', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 30 }), (text, width) => {
        for (const line of wrap(text, width).split('\n')) {
          expect(isOneCharacter(line) || getWidth(line) <= width, line).toBe(true);
        }
      }),
      { examples: [['\u{1d158}\u{1d165}\u{1d16e}', 2]] },
    );
  });
});

it('pads by cells on either side', () => {
  expect(pad('東', 4)).toBe('東  ');
  expect(pad('7', 3, 'right')).toBe('  7');
  expect(pad('\u001b[31mab\u001b[39m', 3)).toBe('\u001b[31mab\u001b[39m ');
});

it('breaks lines between parts', () => {
  expect(flow(['66 kB', '8000 Hz', 'mono'], ', ', 14)).toBe('66 kB, 8000 Hz\nmono');
  expect(flow(['much too long'], ', ', 8)).toBe('much too\nlong');
});

// Without pieces, each takes 20 seconds or more.
describe('X13: long lines take linear time', { timeout: 20_000 }, () => {
  const emoji = '1\ufe0f\u20e3'.repeat(33_000);

  it('wraps emoji', () => expect(wrap(emoji, 80).replaceAll('\n', '') === emoji).toBe(true));
  it('wraps code', () => expect(wrap(emoji, 80, true).replaceAll('\n', '') === emoji).toBe(true));
  it('wraps invisible characters', () => {
    const text = '\u0332'.repeat(1_000_000);
    expect(wrap(text, 80).replaceAll('\n', '') === text).toBe(true);
  });
  it('measures wide characters', () => expect(getWidth('東'.repeat(100_000))).toBe(200_000));
});
