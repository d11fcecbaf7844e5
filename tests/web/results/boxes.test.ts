import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeBox } from '../../../packages/web/src/results/regions/boxes.tsx';
import { placeTags } from '../../../packages/web/src/results/regions/region-tags.tsx';

test('every box is within its image', () => {
  const corner = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(corner, corner, corner, corner, (xmin, ymin, xmax, ymax) => {
      const { left, top, width, height } = placeBox({ xmin, ymin, xmax, ymax }, { width: 640, height: 480 });
      for (const value of [left, top, width, height]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
      expect(left + width).toBeLessThanOrEqual(1);
      expect(top + height).toBeLessThanOrEqual(1);
    }),
  );
  expect(placeBox({ xmin: 320, ymin: 240, xmax: 0, ymax: 480 }, { width: 640, height: 480 })).toEqual({
    left: 0,
    top: 0.5,
    width: 0.5,
    height: 0.5,
  });
});

test('W12: a tag that would overlap another one is shortened, moved or left out', () => {
  const label = { x: 0.1, y: 0.1, text: '1 a long label' };
  const short = { x: 0.35, y: 0.1, text: '2' };
  const moved = { x: 0.1, y: 0.6, text: '3' };
  const shown = { width: 500, height: 400 };
  expect(placeTags([[label], [{ ...short, x: 0.12 }, short], [label, moved], [label, moved]], shown)).toEqual(
    [label, short, moved, undefined],
  );
  // A tag at the right edge extends to the left.
  expect(placeTags([[{ ...label, x: 0.9 }], [{ ...short, x: 0.8 }]], shown)[1]).toBeUndefined();
});
