import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getWidth, growingLines } from '../../../packages/cli/src/screen/index.ts';

const linesOf = (text: string, columns: number) => growingLines()(text, columns);

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
      const lines = linesOf(input, width);
      for (const line of lines) expect(getWidth(line)).toBeLessThanOrEqual(width);
      expect(lines.join('').replaceAll(' ', '')).toBe(input.normalize().replace(/[ \n]/g, ''));
    }),
  );
});

test('wraps a growing text like the complete text', () => {
  fc.assert(
    fc.property(text, columns, (input, width) => {
      const growing = growingLines();
      for (let length = 0; length < input.length; length += 7) growing(input.slice(0, length), width);
      expect(growing(input, width)).toEqual(linesOf(input, width));
    }),
  );
});

test.each(['x', '漢'])('wraps a word of many %s in linear time', (character) => {
  const lines = linesOf(`begin ${character.repeat(100_000)}`, 80);
  expect(lines[0]).toBe('begin');
  expect(lines.length).toBeGreaterThanOrEqual(1250);
});

test('keeps words together and indentation, and fills lines with ideographs', () => {
  expect(linesOf('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
  expect(linesOf('  - a list of things', 12)).toEqual(['  - a list', 'of things']);
  expect(linesOf('ab 漢字漢字漢字', 10)).toEqual(['ab 漢字漢', '字漢字']);
  expect(linesOf('one\n\ntwo\n', 10)).toEqual(['one', '', 'two']);
  expect(linesOf('0123456789 next', 10)).toEqual(['0123456789', 'next']);
  expect(linesOf('abcdefghijklm', 10)).toEqual(['abcdefghij', 'klm']);
});

test('escapes a control sequence split into chunks', () => {
  const growing = growingLines();
  const input = 'before \u001b]52;c;b3duZWQ=\u0007 after\r\nnext';
  for (let length = 1; length < input.length; length += 1) growing(input.slice(0, length), 80);
  expect(growing(input, 80)).toEqual(['before <U+001B>]52;c;b3duZWQ=<U+0007> after', 'next']);
});

test('starts over for another width or another text', () => {
  const growing = growingLines();
  growing('the quick brown\n', 40);
  expect(growing('the quick brown\nfox', 10)).toEqual(['the quick', 'brown', 'fox']);
  expect(growing('something else', 10)).toEqual(['something', 'else']);
});
