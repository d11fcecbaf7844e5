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

/** Words of one cell, of two, that combine, that are longer than a line; spaces and newlines. */
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

test('no line is wider than the room, and nothing but spaces gets lost', () => {
  fc.assert(
    fc.property(text, columns, (whole, width) => {
      const lines = linesOf([whole], width);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      expect(lines.join('').replaceAll(' ', '')).toBe(whole.replace(/[ \n]/g, ''));
    }),
  );
});

test('a text that comes in pieces is broken as if it had come whole', () => {
  const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 8 });
  fc.assert(
    fc.property(text, cuts, columns, (whole, places, width) => {
      // Pieces of a stream are whole characters.
      const characters = [...new Intl.Segmenter().segment(whole)].map(({ segment }) => segment);
      const ends = [...places.filter((place) => place < characters.length), 0, characters.length].sort(
        (a, b) => a - b,
      );
      const pieces = ends.slice(1).map((end, index) => characters.slice(ends[index], end).join(''));
      expect(linesOf(pieces, width)).toEqual(linesOf([whole], width));
    }),
  );
});

test('widths are those that the library of widths gives', () => {
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

test('characters that are counted alone take one cell each, and none combines with another', () => {
  const counted = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).filter(
    isSingleWidth,
  );
  expect(counted.length).toBeGreaterThan(1000);
  expect(counted.filter((character) => stringWidth(character) !== 1)).toEqual([]);
  expect(stringWidth(counted.join(''))).toBe(counted.length);
  expect(stringWidth(counted.reverse().join(''))).toBe(counted.length);
});

test('a line is looked for within itself: megabytes without a space are broken as fast as others', () => {
  // It would take hours if each line were looked for from the beginning.
  const lines = linesOf([`begin ${'x'.repeat(8_000_000)}`], 80);
  expect(lines).toHaveLength(100_001);
  expect(lines[0]).toBe('begin');
});

test('no more marks are drawn on a character than any script needs', () => {
  const [line = ''] = linesOf([`a${'\u0301'.repeat(100_000)}b`], 10);
  expect(line).toMatch(/^a\u0301{20}b$/);
});

test('words stay whole where they fit, indentation stays, and ideographs fill their lines', () => {
  expect(linesOf(['the quick brown fox'], 10)).toEqual(['the quick', 'brown fox']);
  expect(linesOf(['  - a list of things'], 12)).toEqual(['  - a list', 'of things']);
  expect(linesOf(['ab 漢字漢字漢字'], 10)).toEqual(['ab 漢字漢', '字漢字']);
  expect(linesOf(['one\n\ntwo\n'], 10)).toEqual(['one', '', 'two']);
  expect(linesOf(['0123456789', ' next'], 10)).toEqual(['0123456789', 'next']);
  expect(linesOf(['abcdefghijklm'], 10)).toEqual(['abcdefghij', 'klm']);
});

test('a control sequence that is cut into pieces stays visible', () => {
  const growing = growingText();
  const whole = 'before \u001b]52;c;b3duZWQ=\u0007 after\r\nnext';
  let flow = growing.flow('', 80);
  for (let length = 1; length <= whole.length; length += 1) flow = growing.flow(whole.slice(0, length), 80);
  expect(flow.lines(0, flow.count)).toEqual(['before <U+001B>]52;c;b3duZWQ=<U+0007> after', 'next']);
});

test('a text in another width, and another text, begin anew', () => {
  const growing = growingText();
  growing.flow('the quick brown', 40);
  const narrow = growing.flow('the quick brown fox', 10);
  expect(narrow.lines(0, narrow.count)).toEqual(['the quick', 'brown fox']);
  const other = growing.flow('something else', 10);
  expect(other.lines(0, other.count)).toEqual(['something', 'else']);
});
