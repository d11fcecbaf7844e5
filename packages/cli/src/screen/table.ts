import { visible, visibleLine } from '@tryout/engine';
import type { DrawnColumn, StyleCell } from './draw-table.ts';
import type { Terminal } from './terminal.ts';

/** A table column. The first column identifies the row and is never truncated. */
export interface Column<Row> extends DrawnColumn {
  readonly value: (row: Row) => string;
}

/** A table that fits the terminal; for pipes, untruncated tab-separated values without titles. */
export async function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  terminal: Terminal,
  style?: StyleCell,
): Promise<string> {
  const text = (value: string, wraps = false) =>
    wraps && terminal.isTerminal ? visible(value).trimEnd() : visibleLine(value);
  const cells = rows.map((row) => columns.map(({ value, wraps }) => text(value(row), wraps)));
  if (!terminal.isTerminal) return cells.map((line) => `${line.join('\t')}\n`).join('');
  const { drawTable } = await import('./draw-table.ts');
  return drawTable(cells, columns, terminal, style);
}

/** Undefined values are omitted. */
export type Fact = readonly [name: string, value: string | undefined];

/**
 * Facts of one thing, such as a model, below its name. Missing values are omitted; pipes get no titles, so that the
 * thing itself is the first fact.
 */
export function factsTable(
  thing: string,
  name: string,
  facts: readonly Fact[],
  terminal: Terminal,
): Promise<string> {
  const rows = terminal.isTerminal ? facts : [[thing, name] as const, ...facts];
  const columns = [
    { title: thing.toUpperCase(), value: ([fact]: Fact) => fact },
    { title: name, value: ([, value = '']: Fact) => value, wraps: true },
  ];
  return table(
    rows.filter(([, value]) => value !== undefined),
    columns,
    terminal,
  );
}
