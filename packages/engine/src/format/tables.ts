import type { JsonValue } from '../fields/index.ts';
import type { ResultViews } from '../results/index.ts';
import { counted } from './numbers.ts';
import { asLine } from '../text/index.ts';

type CellsView = ResultViews['cells'];

/** A table column by column, each with its name; what holds no cells is left out. */
export type TableColumns = readonly (readonly [name: string, cells: readonly string[]])[];

/** The columns of a result's table in their order; none where it has no table. */
export function tableColumns(table: CellsView['table'] | undefined): TableColumns {
  return Object.entries(table ?? {}).filter(([, cells]) => Array.isArray(cells));
}

/** How many rows columns have: as many as the longest. */
export function heightOf(columns: TableColumns): number {
  return columns.reduce((most, [, cells]) => Math.max(most, cells.length), 0);
}

/** How an answer came from its cells: `AVERAGE of 2 cells`; undefined where nothing was done with them (`NONE`). */
export function aggregationWords({ aggregator, coordinates }: CellsView): string | undefined {
  if (aggregator === undefined || aggregator === 'NONE' || aggregator === '') return undefined;
  return `${asLine(aggregator)} of ${counted(coordinates.length, 'cell')}`;
}

/** Rows that are kept on either side of a marked one. */
const AROUND = 2;
/** Only the first marked rows are considered. */
const MOST_MARKED = 20;

/** Rows that follow each other, and how many are left out before them. */
export interface RowRun {
  readonly skipped: number;
  readonly rows: readonly number[];
}

/**
 * The rows of a table that are shown of it: all, or those near the marked ones (the first ones where none is).
 * @param height number of rows
 * @param marked indexes from 0, in any order; those outside the table count for nothing
 * @param most up to this many rows, the table is shown completely
 */
export function shownRows(height: number, marked: readonly number[], most: number): RowRun[] {
  const inside = [...new Set(marked)].filter((row) => row >= 0 && row < height).sort((a, b) => a - b);
  const isNear = (row: number) =>
    inside.slice(0, MOST_MARKED).some((at) => row >= at - AROUND && row <= at + AROUND);
  const first = inside.length === 0 ? most : height;
  const runs: { skipped: number; rows: number[] }[] = [];
  let skipped = 0;
  for (let row = 0; row < Math.min(height, first); row += 1) {
    if (height > most && inside.length > 0 && !isNear(row)) {
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

/** What there is to say of many numbers in a line. */
export interface Statistics {
  /** How many numbers there are. */
  readonly total: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Euclidean length of all numbers taken as one vector. */
  readonly norm: number;
}

/** The innermost lists of nested numbers, in order. */
export function* innermost(values: JsonValue): Generator<readonly number[]> {
  if (!Array.isArray(values) || values.length === 0) return;
  if (!Array.isArray(values[0])) yield values as unknown as readonly number[];
  else for (const inner of values) yield* innermost(inner as JsonValue);
}

/** The numbers of a nesting, in their order. */
export function* eachNumber(values: JsonValue): Generator<number> {
  for (const list of innermost(values)) yield* list;
}

/** Of an empty nesting, `min` is Infinity, `max` is -Infinity and `mean` is 0. */
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
