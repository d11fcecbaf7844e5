import { visibleLine } from '@tryout/engine';
import type { Terminal } from '../terminal/terminal.ts';

/** A column of a table; the first holds what a row is about, which is never cut. */
export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  readonly side?: 'left' | 'right';
  /** May be cut at a terminal, down to this width: the first such column first. Others are cut only in need. */
  readonly least?: number;
}

/**
 * A line for each row. At a terminal: columns below their titles, the flexible ones cut so that a row keeps to its line,
 * or the cells of each row below one another where the terminal is too narrow for that.
 * Elsewhere, for programs: the values whole, divided by tabs, without titles.
 */
export async function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  terminal: Terminal,
): Promise<string> {
  const cells = rows.map((row) => columns.map(({ value }) => visibleLine(value(row))));
  if (!terminal.isTerminal) return cells.map((line) => `${line.join('\t')}\n`).join('');
  const { drawTable } = await import('./draw-table.ts');
  return drawTable(cells, columns, terminal);
}
