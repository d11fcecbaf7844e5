import type { ResultViews } from '../results/index.ts';
import { counted } from './amounts.ts';
import { asLine } from './as-line.ts';

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
