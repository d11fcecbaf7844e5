import type { JsonValue } from '../fields/index.ts';
import type { ResultViews } from '../results/index.ts';
import { counted, shortNumber } from './numbers.ts';
import { asLine } from '../text/index.ts';

type CellsView = ResultViews['cells'];

/** The columns of a table. */
export type TableColumns = readonly (readonly [name: string, cells: readonly string[]])[];

/** The columns of a result's table in order; none without a table. */
export function tableColumns(table: CellsView['table'] | undefined): TableColumns {
  return Object.entries(table ?? {}).filter(([, cells]) => Array.isArray(cells));
}

export function getHeight(columns: TableColumns): number {
  return columns.reduce((max, [, cells]) => Math.max(max, cells.length), 0);
}

/** How an answer was computed: `AVERAGE of 2 cells`; undefined without aggregation (`NONE`). */
export function aggregationText({ aggregator, coordinates }: CellsView): string | undefined {
  if (aggregator === undefined || aggregator === 'NONE' || aggregator === '') return undefined;
  return `${asLine(aggregator)} of ${counted(coordinates.length, 'cell')}`;
}

/** Rows shown before and after each marked row. */
const AROUND = 2;
/** Only the first marked rows are considered. */
const MAX_MARKED = 20;

/**
 * The rows of a table to show: all, or those near the marked rows, or the first rows if none is marked.
 * @param marked indexes from 0, in any order; those outside the table are ignored
 * @param max larger tables are shortened
 * @returns runs of consecutive rows, and the number of rows skipped before each
 */
export function visibleRows(height: number, marked: readonly number[], max: number) {
  const inside = marked.filter((row) => row >= 0 && row < height).sort((a, b) => a - b);
  const centers = [...new Set(inside)].slice(0, MAX_MARKED);
  const isNear = (row: number) => centers.some((center) => Math.abs(row - center) <= AROUND);
  const isShown = centers.length === 0 || height <= max ? (row: number) => row < max : isNear;
  const runs: { skipped: number; rows: number[] }[] = [];
  let next = 0;
  for (let row = 0; row < height; row += 1) {
    if (!isShown(row)) continue;
    if (row === next && runs.length > 0) runs.at(-1)!.rows.push(row);
    else runs.push({ skipped: row - next, rows: [row] });
    next = row + 1;
  }
  return runs;
}

export interface Statistics {
  readonly total: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Euclidean norm of all numbers as one vector. */
  readonly norm: number;
}

/** The innermost lists of nested numbers, in order. */
export function innermost(values: JsonValue): readonly (readonly number[])[] {
  if (!Array.isArray(values) || values.length === 0) return [];
  if (!Array.isArray(values[0])) return [values as unknown as readonly number[]];
  return values.flatMap((inner) => innermost(inner as JsonValue));
}

/** All numbers in order. */
export function eachNumber(values: JsonValue): readonly number[] {
  return innermost(values).flat();
}

const FIRST_NUMBERS = 8;

/** `[0.12, 0.3, …]` */
export function firstNumbers(values: JsonValue, ellipsis = '…'): string {
  const numbers = eachNumber(values);
  const first = numbers.slice(0, FIRST_NUMBERS).map(shortNumber);
  return `[${[...first, ...(numbers.length > first.length ? [ellipsis] : [])].join(', ')}]`;
}

/** Without any number, `min` is Infinity, `max` is -Infinity and `mean` is 0. */
export function computeStatistics(values: JsonValue): Statistics {
  const numbers = eachNumber(values);
  let [min, max, sum, squares] = [Infinity, -Infinity, 0, 0];
  for (const value of numbers) {
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
    squares += value ** 2;
  }
  const total = numbers.length;
  return { total, min, max, mean: sum / Math.max(1, total), norm: Math.sqrt(squares) };
}
