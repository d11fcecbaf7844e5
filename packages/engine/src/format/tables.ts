import type { JsonValue } from '../fields/index.ts';
import type { ResultViews } from '../results/index.ts';
import { counted } from './numbers.ts';
import { asLine } from '../text/index.ts';

type CellsView = ResultViews['cells'];

/** The columns of a table. */
export type TableColumns = readonly (readonly [name: string, cells: readonly string[]])[];

/** The columns of a result's table in order; none without a table. */
export function tableColumns(table: CellsView['table'] | undefined): TableColumns {
  return Object.entries(table ?? {}).filter(([, cells]) => Array.isArray(cells));
}

export function heightOf(columns: TableColumns): number {
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
  const inside = [...new Set(marked)].filter((row) => row >= 0 && row < height).sort((a, b) => a - b);
  const isNear = (row: number) =>
    inside.slice(0, MAX_MARKED).some((at) => row >= at - AROUND && row <= at + AROUND);
  const first = inside.length === 0 ? max : height;
  const runs: { skipped: number; rows: number[] }[] = [];
  let skipped = 0;
  for (let row = 0; row < Math.min(height, first); row += 1) {
    if (height > max && inside.length > 0 && !isNear(row)) {
      skipped += 1;
      continue;
    }
    const last = runs.at(-1);
    if (last && skipped === 0) last.rows.push(row);
    else runs.push({ skipped, rows: [row] });
    skipped = 0;
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
export function* innermost(values: JsonValue): Generator<readonly number[]> {
  if (!Array.isArray(values) || values.length === 0) return;
  if (!Array.isArray(values[0])) yield values as unknown as readonly number[];
  else for (const inner of values) yield* innermost(inner as JsonValue);
}

export function* eachNumber(values: JsonValue): Generator<number> {
  for (const list of innermost(values)) yield* list;
}

/** Without any number, `min` is Infinity, `max` is -Infinity and `mean` is 0. */
export function statisticsOf(values: JsonValue): Statistics {
  let total = 0;
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  for (const list of innermost(values)) {
    for (const value of list) {
      total += 1;
      min = Math.min(min, value);
      max = Math.max(max, value);
      sum += value;
    }
  }
  const largest = Math.max(Math.abs(min), Math.abs(max));
  let squares = 0;
  // Scaled by the largest number so that the squares of huge ones stay finite.
  for (const list of innermost(values)) for (const value of list) squares += (value / largest) ** 2;
  return {
    total,
    min,
    max,
    mean: total === 0 ? 0 : sum / total,
    norm: total === 0 || largest === 0 ? 0 : largest * Math.sqrt(squares),
  };
}
