import { pad, styleFor, truncate, widthOf, type Terminal } from '../terminal/index.ts';

const GAP = '  ';
const LEAST_WIDTH = 10;

interface DrawnColumn {
  readonly title: string;
  readonly side?: 'left' | 'right';
  readonly flexible?: boolean;
}

/** Cells in columns below their titles, within the width of the terminal where the flexible column allows it. */
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

/** Takes what is too much from the flexible column. */
function narrow(columns: readonly DrawnColumn[], widths: number[], room: number): void {
  const index = columns.findIndex(({ flexible }) => flexible);
  const total = widths.reduce((sum, width) => sum + width, 0) + GAP.length * (columns.length - 1);
  if (index === -1 || total <= room) return;
  widths[index] = Math.max((widths[index] ?? 0) - (total - room), LEAST_WIDTH);
}
