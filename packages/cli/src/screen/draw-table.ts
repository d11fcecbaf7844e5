import { pad, styleFor, truncate, getWidth, wrap, type Terminal } from './index.ts';

type Cells = readonly (readonly string[])[];

export interface DrawnColumn {
  readonly title: string;
  readonly side?: 'left' | 'right';
  /** Columns with a minimum width are truncated first. */
  readonly minWidth?: number;
  /** The last column may wrap instead. */
  readonly wraps?: boolean;
}

export type StyleCell = (text: string, row: number, column: number) => string;

const GAP = '  ';
const MIN_WIDTH = 10;

/** A table or, if its columns do not fit, each row as a block. */
export function drawTable(
  cells: Cells,
  columns: readonly DrawnColumn[],
  terminal: Terminal,
  style: StyleCell = (text) => text,
): string {
  const titles = columns.map(({ title }) => title);
  const widths = columns.map(({ title }, index) =>
    cells.reduce((max, line) => Math.max(max, getWidth(line[index] ?? '')), getWidth(title)),
  );
  if (!shrink(columns, widths, terminal.columns)) return drawStacked(cells, titles, terminal, style);
  const { bold } = styleFor(terminal);
  const indent = ' '.repeat(widthOfRow(widths) - (widths.at(-1) ?? 0));
  const drawLine = (line: readonly string[], styleText: (text: string, column: number) => string) => {
    const parts = columns.map(({ side, wraps }, index) => {
      const [text, width] = [line[index] ?? '', widths[index]!];
      return wraps
        ? wrap(text, width).replaceAll('\n', `\n${indent}`)
        : pad(styleText(truncate(text, width), index), width, side);
    });
    return parts.join(GAP).trimEnd();
  };
  const rows = cells.map((line, row) => drawLine(line, (text, column) => style(text, row, column)));
  return [bold(drawLine(titles, String)), ...rows].map((line) => `${line}\n`).join('');
}

function widthOfRow(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
}

/**
 * Shrinks columns to their minimum width, then the widest ones, but never the first.
 * @returns whether the table then fits
 */
function shrink(columns: readonly DrawnColumn[], widths: number[], available: number): boolean {
  let excess = widthOfRow(widths) - available;
  const cutTo = (index: number, minWidth: number) => {
    const cut = Math.min(Math.max(excess, 0), Math.max(widths[index]! - minWidth, 0));
    widths[index]! -= cut;
    excess -= cut;
  };
  for (const [index, { minWidth }] of columns.entries()) if (minWidth !== undefined) cutTo(index, minWidth);
  const widestFirst = [...widths.keys()].slice(1).sort((a, b) => widths[b]! - widths[a]!);
  for (const index of widestFirst) cutTo(index, MIN_WIDTH);
  return excess <= 0;
}

/** Each row as a block: the first cell, then the other non-empty cells, indented and titled. */
function drawStacked(cells: Cells, titles: readonly string[], terminal: Terminal, style: StyleCell): string {
  const { columns } = terminal;
  const { bold } = styleFor(terminal);
  const indent = ' '.repeat(Math.min(2, Math.floor(columns / 4)));
  const lines = cells.flatMap((line, row) =>
    line.flatMap((cell, column) => {
      if (column === 0) return bold(wrap(style(cell, row, 0), columns));
      if (cell === '') return [];
      const text = wrap(`${titles[column]}: ${style(cell, row, column)}`, columns - indent.length);
      return indent + text.replaceAll('\n', `\n${indent}`);
    }),
  );
  return lines.map((line) => `${line}\n`).join('');
}
