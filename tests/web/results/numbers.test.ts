import { expect, test } from 'vitest';
import { barsOf } from '../../../packages/web/src/results/parts/amount-row.tsx';
import { heatCells, numbersOf } from '../../../packages/web/src/results/vector/heat-map.tsx';

test('shares have bars from the left, cosines from the center, classes and other numbers none', () => {
  expect(barsOf([0.5, 1])).toEqual([
    { from: 0, to: 0.5 },
    { from: 0, to: 1 },
  ]);
  expect(barsOf([-0.5, 0.25])).toEqual([
    { from: 0.25, to: 0.5, zero: 0.5 },
    { from: 0.5, to: 0.625, zero: 0.5 },
  ]);
  for (const values of [[0, 1], [1, 0, 1], [0.5, 3], [0.5, 'setosa'], []])
    expect(barsOf(values)).toEqual(values.map(() => undefined));
});

test('a short vector has one cell per number, a long one cells with averages', () => {
  const short = heatCells([3, -1, 2]);
  expect([...short.means]).toEqual([3, -1, 2]);
  expect(numbersOf(short, 1)).toEqual({ first: 1, last: 1 });

  const values = Array.from({ length: 10_000 }, (_, index) => index);
  const long = heatCells(values);
  expect(long.columns).toBeLessThan(2000);
  const parts = Array.from({ length: long.columns }, (_, column) => numbersOf(long, column));
  expect(parts[0]!.first).toBe(0);
  expect(parts.at(-1)!.last).toBe(9999);
  parts.forEach(({ first, last }, column) => {
    if (column > 0) expect(first).toBe(parts[column - 1]!.last + 1);
    expect(long.means[column]).toBeCloseTo((first + last) / 2);
  });
});

test('lists of numbers are rows, even if their lengths differ; too many lists are a single row', () => {
  const nested = [
    [[1, 2, 3], [4]],
    [[5, 6], []],
  ];
  const rows = heatCells(nested);
  expect([rows.rows, rows.columns]).toEqual([3, 3]);
  expect([...rows.means]).toEqual([1, 2, 3, 4, NaN, NaN, 5, 6, NaN]);

  const many = Array.from({ length: 100 }, (_, index) => [index, index]);
  const one = heatCells(many);
  expect([one.rows, one.columns, one.means[199]]).toEqual([1, 200, 99]);
});
