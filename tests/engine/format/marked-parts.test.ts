import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markedParts } from '@tryout/engine';

test('splits a text at its highlights', () => {
  const name = { start: 0, end: 3, label: 'PER' };
  const place = { start: 7, end: 9, label: 'LOC' };
  expect(markedParts('Ada in 東京.', [place, name])).toEqual([
    { text: 'Ada', mark: name },
    { text: ' in ' },
    { text: '東京', mark: place },
    { text: '.' },
  ]);
});

test('ignores empty, out-of-range and overlapping highlights', () => {
  const valid = { start: 0, end: 4 };
  const others = [
    { start: 0, end: 2 },
    { start: 2, end: 5 },
    { start: 4, end: 4 },
    { start: 3, end: 99 },
    { start: -1, end: 2 },
    { start: 6, end: 5 },
  ];
  expect(markedParts('abcdef', [...others, valid])).toEqual([{ text: 'abcd', mark: valid }, { text: 'ef' }]);
});

test('keeps the complete text for any highlights', () => {
  const mark = fc.record({ start: fc.integer({ min: -3, max: 12 }), end: fc.integer({ min: -3, max: 12 }) });
  fc.assert(
    fc.property(fc.string({ maxLength: 10 }), fc.array(mark), (text, highlights) => {
      const parts = markedParts(text, highlights);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      for (const part of parts)
        if (part.mark) expect(part.text).toBe(text.slice(part.mark.start, part.mark.end));
    }),
  );
});
