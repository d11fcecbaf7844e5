import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placedBox } from '../../../packages/web/src/results/regions/boxes.tsx';

test('every box is within its image', () => {
  const corner = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(corner, corner, corner, corner, (xmin, ymin, xmax, ymax) => {
      const { left, top, width, height } = placedBox({ xmin, ymin, xmax, ymax }, { width: 640, height: 480 });
      for (const value of [left, top, width, height]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
      expect(left + width).toBeLessThanOrEqual(1);
      expect(top + height).toBeLessThanOrEqual(1);
    }),
  );
  expect(placedBox({ xmin: 320, ymin: 240, xmax: 0, ymax: 480 }, { width: 640, height: 480 })).toEqual({
    left: 0,
    top: 0.5,
    width: 0.5,
    height: 0.5,
  });
});
