import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  activeIndex,
  createHoverSelection,
} from '../../../packages/web/src/results/parts/hover-selection.ts';
import { placedBox } from '../../../packages/web/src/results/regions/boxes.tsx';

test('every box is within its image', () => {
  const corner = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(corner, corner, corner, corner, (xmin, ymin, xmax, ymax) => {
      const { left, top, right, bottom } = placedBox({ xmin, ymin, xmax, ymax }, { width: 640, height: 480 });
      for (const value of [left, top, right - left, bottom - top, 1 - right, 1 - bottom])
        expect(value).toBeGreaterThanOrEqual(0);
    }),
  );
  expect(placedBox({ xmin: 320, ymin: 240, xmax: 0, ymax: 480 }, { width: 640, height: 480 })).toEqual({
    left: 0,
    top: 0.5,
    right: 0.5,
    bottom: 1,
  });
});

test('hover takes precedence over focus, and focus over a pinned part', () => {
  const selection = createHoverSelection();
  const seen: (number | undefined)[] = [];
  selection.subscribe(() => seen.push(activeIndex(selection.getSnapshot())));
  selection.pin(1);
  selection.focus(2);
  selection.hover(3);
  selection.hover(undefined);
  selection.focus(undefined);
  selection.pin(1);
  expect(seen).toEqual([1, 2, 3, 2, 1, undefined]);
});
