import { describe, expect, it } from 'vitest';
import {
  formatColumn,
  formatScores,
  count,
  duration,
  elapsed,
  shortCount,
  shortNumber,
  size,
} from '@tryout/engine';

describe('amounts', () => {
  it.each([
    [
      [0.8, 0.91287, 1],
      ['0.8000', '0.9129', '1.0000'],
    ],
    [
      [0, 2, 1],
      ['0', '2', '1'],
    ],
    [
      [0.5, 1234.5],
      ['0.5', '1235'],
    ],
    [
      [0.000012, 0.5],
      ['0.000012', '0.5'],
    ],
    [
      [1e-9, 0.5],
      ['1e-9', '0.5'],
    ],
    [
      [0.5, 'a  word'],
      ['0.5', 'a word'],
    ],
    [[], []],
  ])('column amounts of %j are %j', (values, texts) => expect(formatColumn(values)).toEqual(texts));

  it.each([
    [0.998, '99.8%'],
    [1, '100.0%'],
    [0, '0.0%'],
    [0.0001, '<0.1%'],
    [0.0005, '0.1%'],
  ])('a share of %d is %s', (share, text) =>
    expect(formatScores([share])).toEqual([{ amount: text, share }]),
  );

  it.each([
    [5, '5'],
    [-3.14159, '-3.142'],
    [0.00001234567, '0.00001235'],
    [1e20, '100000000000000000000'],
    [123456.7, '123457'],
    [841_470_984.8, '841470985'],
    [-12_345.6, '-12346'],
    [999.96, '1000'],
    [1.5e20, '150000000000000000000'],
  ])('shortNumber(%d) is %s', (value, text) => expect(shortNumber(value)).toBe(text));

  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1200, '1.2 kB'],
    [12_000_000, '12 MB'],
    [999_999, '1.0 MB'],
  ])('size(%d) is %s', (bytes, text) => expect(size(bytes)).toBe(text));

  it.each([
    [2.5, '2.5 s'],
    [42.4, '42 s'],
    [59.9, '1:00 min'],
    [125, '2:05 min'],
  ])('duration(%d) is %s', (seconds, text) => expect(duration(seconds)).toBe(text));

  it.each([
    [0.0001, '1 ms'],
    [0.083, '83 ms'],
    [0.0994, '99 ms'],
    [0.1, '0.1 s'],
    [42.4, '42 s'],
  ])('elapsed(%d) is %s', (seconds, text) => expect(elapsed(seconds)).toBe(text));

  it('separates thousands', () => expect(count(9950)).toBe('9,950'));
});

it.each([
  [0, '0'],
  [812, '812'],
  [999, '999'],
  [1000, '1.0k'],
  [1234, '1.2k'],
  [9_949, '9.9k'],
  [9_999, '10k'],
  [34_400, '34k'],
  [999_499, '999k'],
  [999_600, '1.0M'],
  [1_234_567, '1.2M'],
  [450_000_000, '450M'],
  [2_100_000_000, '2.1B'],
])('shortCount(%i) is %s', (value, text) => {
  expect(shortCount(value)).toBe(text);
});
