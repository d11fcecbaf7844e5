import { visibleLine } from '@tryout/engine';
import type { Terminal } from '../terminal/terminal.ts';

/** A column of a table. The first column names the row and is never truncated. */
export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  readonly side?: 'left' | 'right';
  /** The column is truncated before those without, down to this width. */
  readonly minWidth?: number;
}

/** Rows as a table that fits the terminal, or for programs as complete values between tabs, without titles. */
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
