import { pad, styleFor, truncate, widthOf, type Terminal } from '../terminal/index.ts';

const GAP = '  ';
const LEAST_WIDTH = 10;

interface DrawnColumn {
  readonly title: string;
  readonly side?: 'left' | 'right';
  readonly least?: number;
}

/** Cells in columns below their titles, within the width of the terminal where the flexible columns allow it. */
export function drawTable(
  cells: readonly (readonly string[])[],
  columns: readonly DrawnColumn[],
  terminal: Terminal,
): string {
  const lines = [columns.map(({ title }) => title), ...cells];
  const widths = columns.map((_column, index) =>
    Math.max(...lines.map((line) => widthOf(line[index] ?? ''))),
  );
  narrow(columns, widths, terminal.columns);
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

/** Takes what is too much from the flexible columns, first to last, then from the widest ones. */
function narrow(columns: readonly DrawnColumn[], widths: number[], room: number): void {
  const widestFirst = widths
    .map((_width, index) => index)
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
}
