import fc from 'fast-check';
import { expect, test } from 'vitest';
import stringWidth from 'string-width';
import { isSingleWidth, widthOf } from '../../../packages/cli/src/terminal/index.ts';
import { flowOf, growingText } from '../../../packages/cli/src/terminal/text-flow/flow.ts';

function linesOf(pieces: readonly string[], columns: number): readonly string[] {
  const flow = flowOf(columns);
  for (const piece of pieces) flow.append(piece);
  return flow.lines(0, flow.count);
}

/** Narrow, wide, combining and overlong words. */
const word = fc.constantFrom(
  'a',
  'word',
  'naïve',
  '漢字かな',
  '👩🏽‍🚀',
  'e\u0301',
  'เป็น',
  'x'.repeat(50),
  '한국어',
  '    ',
);
const space = fc.constantFrom('', ' ', ' ', '   ', '\n', '\n\n');
const text = fc.array(fc.tuple(word, space), { maxLength: 30 }).map((parts) => parts.flat().join(''));
const columns = fc.integer({ min: 10, max: 40 });

test('keeps lines within the width and drops only spaces', () => {
  fc.assert(
    fc.property(text, columns, (input, width) => {
      const lines = linesOf([input], width);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      expect(lines.join('').replaceAll(' ', '')).toBe(input.replace(/[ \n]/g, ''));
    }),
  );
});

test('wraps a text in chunks like the complete text', () => {
  const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 8 });
  fc.assert(
    fc.property(text, cuts, columns, (input, offsets, width) => {
      // Chunks end at character boundaries.
      const characters = [...new Intl.Segmenter().segment(input)].map(({ segment }) => segment);
      const ends = [...offsets.filter((offset) => offset < characters.length), 0, characters.length].sort(
        (a, b) => a - b,
      );
      const pieces = ends.slice(1).map((end, index) => characters.slice(ends[index], end).join(''));
      expect(linesOf(pieces, width)).toEqual(linesOf([input], width));
    }),
  );
});

test('computes the same widths as string-width', () => {
  const styled = fc.constantFrom('\u001b[31mred\u001b[0m', '\u0301', '\u200d', '👩🏽‍🚀', '\ufe0f');
  const any = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.string(), word, styled));
  fc.assert(
    fc.property(any, (parts) => {
      const text = parts.join('');
      expect(widthOf(text)).toBe(stringWidth(text));
    }),
    { numRuns: 500 },
  );
});

test('single-width characters take one cell each and never combine', () => {
  const counted = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).filter(
    isSingleWidth,
  );
  expect(counted.length).toBeGreaterThan(1000);
  expect(counted.filter((character) => stringWidth(character) !== 1)).toEqual([]);
  expect(stringWidth(counted.join(''))).toBe(counted.length);
  expect(stringWidth(counted.reverse().join(''))).toBe(counted.length);
});

test('wraps megabytes without a space in linear time', () => {
  // Searching from the start for each line would take hours.
  const lines = linesOf([`begin ${'x'.repeat(8_000_000)}`], 80);
  expect(lines).toHaveLength(100_001);
  expect(lines[0]).toBe('begin');
});

test('limits the combining marks on a character', () => {
  const [line = ''] = linesOf([`a${'\u0301'.repeat(100_000)}b`], 10);
  expect(line).toMatch(/^a\u0301{20}b$/);
});

test('keeps words together and indentation, and fills lines with ideographs', () => {
  expect(linesOf(['the quick brown fox'], 10)).toEqual(['the quick', 'brown fox']);
  expect(linesOf(['  - a list of things'], 12)).toEqual(['  - a list', 'of things']);
  expect(linesOf(['ab 漢字漢字漢字'], 10)).toEqual(['ab 漢字漢', '字漢字']);
  expect(linesOf(['one\n\ntwo\n'], 10)).toEqual(['one', '', 'two']);
  expect(linesOf(['0123456789', ' next'], 10)).toEqual(['0123456789', 'next']);
  expect(linesOf(['abcdefghijklm'], 10)).toEqual(['abcdefghij', 'klm']);
});

test('escapes a control sequence split into chunks', () => {
  const growing = growingText();
  const input = 'before \u001b]52;c;b3duZWQ=\u0007 after\r\nnext';
  let flow = growing.flow('', 80);
  for (let length = 1; length <= input.length; length += 1) flow = growing.flow(input.slice(0, length), 80);
  expect(flow.lines(0, flow.count)).toEqual(['before <U+001B>]52;c;b3duZWQ=<U+0007> after', 'next']);
});

test('starts over for another width or another text', () => {
  const growing = growingText();
  growing.flow('the quick brown', 40);
  const narrow = growing.flow('the quick brown fox', 10);
  expect(narrow.lines(0, narrow.count)).toEqual(['the quick', 'brown fox']);
  const other = growing.flow('something else', 10);
  expect(other.lines(0, other.count)).toEqual(['something', 'else']);
});
