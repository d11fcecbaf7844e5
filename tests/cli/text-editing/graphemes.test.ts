import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  boundaryFrom,
  nextBoundary,
  previousBoundary,
} from '../../../packages/cli/src/text-editing/graphemes.ts';
import { characters } from './support.ts';

const pieces = [...characters, ' ', '\u0600', '\u1100', '\u{1f3fd}', '\u200d'];
/** Long enough to be segmented in chunks; the plain letters are safe boundaries. */
const longTexts = fc
  .tuple(
    fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 40 }),
    fc.integer({ min: 1, max: 400 }),
  )
  .map(([parts, times]) =>
    [...parts, 'x']
      .join('')
      .repeat(times)
      .slice(0, 6000)
      .replace(/[\ud800-\udbff]$/, ''),
  );

it('finds the same character boundaries as segmenting the complete text', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  fc.assert(
    fc.property(longTexts, fc.array(fc.nat({ max: 6000 }), { maxLength: 20 }), (text, offsets) => {
      const starts = Array.from(segmenter.segment(text), ({ index }) => index);
      const bounds = [...starts, text.length];
      for (const offset of offsets.map((each) => each % (text.length + 1))) {
        const start = bounds.findLast((bound) => bound <= offset)!;
        expect(nextBoundary(text, start)).toBe(bounds.find((bound) => bound > start) ?? text.length);
        expect(previousBoundary(text, offset)).toBe(starts.findLast((start) => start < offset) ?? 0);
        expect(boundaryFrom(text, offset)).toBe(bounds.find((bound) => bound >= offset));
      }
    }),
    { numRuns: 100 },
  );
});
