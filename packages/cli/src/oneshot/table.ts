import { visibleLine } from '@tryout/engine';
import { pad, styleFor, truncate, widthOf, type Terminal } from '../terminal/index.ts';

/** A column of a table. */
export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  readonly side?: 'left' | 'right';
  /** Cut to what room is left at a terminal; at most one column may be. */
  readonly flexible?: boolean;
}

const GAP = '  ';
const LEAST_WIDTH = 10;

/**
 * Rows below a line of titles, in columns. At a terminal the flexible column is cut so that a row keeps to its line;
 * elsewhere nothing is cut and there are no titles, so that programs can read it line by line.
 */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  terminal: Terminal,
): string {
  const { isTerminal } = terminal;
  const cells = rows.map((row) => columns.map(({ value }) => visibleLine(value(row))));
  const titles = isTerminal ? [columns.map(({ title }) => title)] : [];
  const widths = columns.map((_column, index) =>
    Math.max(0, ...[...titles, ...cells].map((line) => widthOf(line[index] ?? ''))),
  );
  if (isTerminal) narrow(columns, widths, terminal.columns);
  const lines = [...titles, ...cells].map((line) =>
    columns
      .map(({ side }, index) => {
        const width = widths[index] ?? 0;
        const cell = isTerminal ? truncate(line[index] ?? '', width) : (line[index] ?? '');
        return pad(cell, width, side);
      })
      .join(GAP)
      .trimEnd(),
  );
  const style = styleFor(terminal);
  return lines.map((line, index) => `${index < titles.length ? style.bold(line) : line}\n`).join('');
}

function narrow<Row>(columns: readonly Column<Row>[], widths: number[], room: number): void {
  const index = columns.findIndex(({ flexible }) => flexible);
  const total = widths.reduce((sum, width) => sum + width, 0) + GAP.length * (columns.length - 1);
  if (index === -1 || total <= room) return;
  widths[index] = Math.max((widths[index] ?? 0) - (total - room), LEAST_WIDTH);
}
