import { aggregationText, getHeight, visibleRows, tableColumns } from '@tryout/engine';
import { expect, test } from 'vitest';

test('shows a short table completely and a long one around its highlighted rows', () => {
  expect(visibleRows(3, [1], 20)).toEqual([{ skipped: 0, rows: [0, 1, 2] }]);
  expect(visibleRows(100, [50, 52, 90], 20)).toEqual([
    { skipped: 48, rows: [48, 49, 50, 51, 52, 53, 54] },
    { skipped: 33, rows: [88, 89, 90, 91, 92] },
  ]);
  expect(visibleRows(100, [], 20)).toEqual([
    { skipped: 0, rows: Array.from({ length: 20 }, (_, row) => row) },
  ]);
  expect(visibleRows(100, [-1, 4000], 20)[0]!.rows).toHaveLength(20);
  expect(visibleRows(0, [1], 20)).toEqual([]);
});

test('only shows columns with cells, as high as the longest', () => {
  const table = { name: ['Ada', 'Grace'], year: ['1815'], odd: 'text' } as never;
  expect(tableColumns(table).map(([name]) => name)).toEqual(['name', 'year']);
  expect(getHeight(tableColumns(table))).toBe(2);
  expect(tableColumns(undefined)).toEqual([]);
});

test('explains how an answer was computed from its cells', () => {
  const words = (aggregator: string | undefined, cells: number) =>
    aggregationText({ aggregator, coordinates: Array(cells).fill([0, 0]) } as never);
  expect(words('AVERAGE', 2)).toBe('AVERAGE of 2 cells');
  expect(words('COUNT', 1)).toBe('COUNT of 1 cell');
  expect(words('NONE', 1)).toBeUndefined();
  expect(words(undefined, 1)).toBeUndefined();
});
