import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeTags, positionsAtBox, TAG_HEIGHT } from '../../../packages/web/src/results/regions/tags.ts';

const frame = { width: 320, height: 240 };

const tag = fc
  .record({
    left: fc.integer({ min: 0, max: 320 }),
    top: fc.integer({ min: 0, max: 240 }),
    width: fc.integer({ min: 0, max: 320 }),
    height: fc.integer({ min: 0, max: 240 }),
    long: fc.integer({ min: 30, max: 400 }),
  })
  .map(({ left, top, width, height, long }) => ({
    short: 20,
    long,
    positions: positionsAtBox({ left, top, right: left + width, bottom: top + height }),
  }));

test('labels and numbers stay within the picture and never overlap', () => {
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 12 }), (tags) => {
      const placed = placeTags(tags, frame).flatMap((found) => found ?? []);
      placed.forEach(({ left, top, width }, index) => {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(left + width).toBeLessThanOrEqual(frame.width);
        expect(top + TAG_HEIGHT).toBeLessThanOrEqual(frame.height);
        for (const other of placed.slice(index + 1)) {
          const isApart =
            left + width <= other.left ||
            other.left + other.width <= left ||
            Math.abs(top - other.top) >= TAG_HEIGHT;
          expect(isApart).toBe(true);
        }
      });
    }),
  );
});

test('a label is shortened to its number where another label leaves no space', () => {
  const at = (left: number) => ({
    short: 20,
    long: 200,
    positions: positionsAtBox({ left, top: 100, right: left + 40, bottom: 110 }),
  });
  expect(placeTags([at(0)], frame).map((found) => found?.isLong)).toEqual([true]);
  const crowd = placeTags([at(0), at(10), at(20), at(30), at(40), at(50)], frame);
  expect(crowd.some((found) => found?.isLong)).toBe(true);
  expect(crowd.some((found) => found && !found.isLong)).toBe(true);
});

test('numbers cover at most a tenth of a picture, and the first ones are placed', () => {
  const tags = Array.from({ length: 30 }, (_, index) => {
    const [left, top] = [(index % 6) * 50, Math.floor(index / 6) * 45];
    return { short: 20, positions: positionsAtBox({ left, top, right: left + 40, bottom: top + 40 }) };
  });
  const isPlaced = placeTags(tags, frame).map((found) => found !== undefined);
  const count = Math.floor((frame.width * frame.height) / 10 / (20 * TAG_HEIGHT));
  expect(isPlaced).toEqual(tags.map((_, index) => index < count));
});
