import { pad, styleFor, truncate, widthOf, type Terminal } from '../terminal/index.ts';
import { drawStacked } from './draw-stacked.ts';

const GAP = '  ';
const LEAST_WIDTH = 10;

interface DrawnColumn {
  readonly title: string;
  readonly side?: 'left' | 'right';
  readonly least?: number;
}

/**
 * Cells in columns below their titles, within the width of the terminal. The first column, which says what a row is
 * about, is never cut: where the others cannot make room for it, the cells of a row stand below one another.
 */
export function drawTable(
  cells: readonly (readonly string[])[],
  columns: readonly DrawnColumn[],
  terminal: Terminal,
): string {
  const titles = columns.map(({ title }) => title);
  const lines = [titles, ...cells];
  const widths = columns.map((_column, index) =>
    Math.max(...lines.map((line) => widthOf(line[index] ?? ''))),
  );
  if (!narrow(columns, widths, terminal.columns)) return drawStacked(cells, titles, terminal);
  const style = styleFor(terminal);
  const drawn = lines.map((line) =>
    columns
      .map(({ side }, index) => {
        const width = widths[index] ?? 0;
        return pad(truncate(line[index] ?? '', width), width, side);
      })
      .join(GAP)
      .trimEnd(),
  );
  return drawn.map((line, index) => `${index === 0 ? style.bold(line) : line}\n`).join('');
}

/**
 * Takes what is too much from the flexible columns, first to last, then from the widest ones, but not from the first.
 * @returns whether the columns then fit
 */
function narrow(columns: readonly DrawnColumn[], widths: number[], room: number): boolean {
  const widestFirst = widths
    .map((_width, index) => index)
    .slice(1)
    .sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));
  const flexible = columns.flatMap(({ least }, index) => (least === undefined ? [] : [{ index, least }]));
  const cuts = [...flexible, ...widestFirst.map((index) => ({ index, least: LEAST_WIDTH }))];
  let excess = widths.reduce((sum, width) => sum + width, 0) + GAP.length * (columns.length - 1) - room;
  for (const { index, least } of cuts) {
    const width = widths[index] ?? 0;
    const cut = Math.min(Math.max(excess, 0), Math.max(width - least, 0));
    widths[index] = width - cut;
    excess -= cut;
  }
  return excess <= 0;
}
