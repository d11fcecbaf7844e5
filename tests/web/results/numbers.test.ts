import { expect, test } from 'vitest';
import { getBars } from '../../../packages/web/src/results/parts/parts.tsx';
import { getHeatCells } from '../../../packages/web/src/results/vector/vector.tsx';

test('shares have bars from the left, cosines from the center, classes and other numbers none', () => {
  expect(getBars([0.5, 1])).toEqual([
    { from: 0, to: 0.5 },
    { from: 0, to: 1 },
  ]);
  expect(getBars([-0.5, 0.25])).toEqual([
    { from: 0.25, to: 0.5, zero: 0.5 },
    { from: 0.5, to: 0.625, zero: 0.5 },
  ]);
  for (const values of [[0, 1], [1, 0, 1], [0.5, 3], [0.5, 'setosa'], []])
    expect(getBars(values)).toEqual(values.map(() => undefined));
});

test('a list is wrapped into rows, with one cell per number', () => {
  expect(getHeatCells([3, -1, 2])).toEqual({ columns: 3, numbers: [3, -1, 2], hasLists: false });
  const values = Array.from({ length: 10_000 }, (_, index) => index);
  expect(getHeatCells(values)).toEqual({ columns: 200, numbers: values, hasLists: false });
  expect(getHeatCells([]).columns).toBe(0);
});

test('lists of numbers are rows, even if their lengths differ, unless there are too many', () => {
  const nested = [
    [[1, 2, 3], [4]],
    [[5, 6], []],
  ];
  expect(getHeatCells(nested)).toEqual({
    columns: 3,
    numbers: [1, 2, 3, 4, NaN, NaN, 5, 6, NaN],
    hasLists: true,
  });
  const many = Array.from({ length: 1000 }, (_, index) => [index, index]);
  expect(getHeatCells(many)).toMatchObject({ columns: 90, hasLists: false });
});
