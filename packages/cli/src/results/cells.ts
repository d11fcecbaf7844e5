import {
  aggregationText,
  asLine,
  heightOf,
  visibleRows,
  tableColumns,
  type ResultViews,
} from '@tryout/engine';
import {
  pad,
  styleFor,
  symbolsOf,
  backgroundColor,
  truncate,
  widthOf,
  wrap,
  type Terminal,
} from '../terminal/index.ts';
import { asColumns, columnsOf, type Limits, type Renderer } from './renderer.ts';

type Cells = ResultViews['cells'];

/** The answer, then the table with its cells marked; plain: answer and aggregator, then row, column, cell. */
export const cells: Renderer<'cells'> = {
  drawn(view, terminal, { limits }) {
    const { bold, dim } = styleFor(terminal);
    const head = wrap(bold(asLine(view.answer)) + dim(aggregation(view)), columnsOf(terminal));
    return [head, '', ...drawTable(view.table, view.coordinates, terminal, limits)].join('\n');
  },
  plain({ answer, aggregator, table, coordinates }) {
    const columns = Object.entries(table ?? {});
    const marked = coordinates.map(([row, column]) =>
      asColumns(row, columns[column]?.[0], columns[column]?.[1]?.[row]),
    );
    return [asColumns(answer, aggregator), ...marked].join('\n');
  },
};

/** For example ` (AVERAGE of 2 cells)`. */
function aggregation(view: Cells): string {
  const words = aggregationText(view);
  return words === undefined ? '' : ` (${words})`;
}

const MAX_CELL_WIDTH = 24;
const GAP = 2;

/**
 * A table with marked cells, as lines. Large tables are reduced to the first column and the area around marked cells.
 */
export function drawTable(
  table: Cells['table'],
  coordinates: Cells['coordinates'],
  terminal: Terminal,
  { tableRows }: Pick<Limits, 'tableRows'>,
): string[] {
  const { bold, dim } = styleFor(terminal);
  const { ellipsis } = symbolsOf(terminal);
  const available = columnsOf(terminal);
  const columns = tableColumns(table);
  const height = heightOf(columns);
  const marked = new Set(coordinates.map(([row, column]) => `${row},${column}`));
  const isMarked = (row: number, column: number) => marked.has(`${row},${column}`);
  const markedRows = coordinates.map(([row]) => row);
  const runs = visibleRows(height, markedRows, tableRows);
  const textOf = (row: number, column: number) => {
    const text = asLine(String(columns[column]?.[1][row] ?? ''));
    return isMarked(row, column) && terminal.colors === 'none' ? `[${text}]` : text;
  };
  const widths = columns.map(([name], column) => {
    const texts = runs.flatMap(({ rows }) => rows.map((row) => textOf(row, column)));
    const widest = [asLine(name), ...texts].reduce((max, text) => Math.max(max, widthOf(text)), 1);
    return Math.min(MAX_CELL_WIDTH, widest, available - 2 * (GAP + 1));
  });
  const markedColumns = coordinates.map(([, column]) => column);
  const shown = fittingColumns(widths, markedColumns, available);
  const gapMark = dim(terminal.unicode ? ellipsis : '~');
  const line = (draw: (column: number) => string) => {
    const parts = shown.flatMap((column, index) => {
      const isGap = column !== (shown[index - 1] ?? -1) + 1;
      return isGap ? [gapMark, draw(column)] : [draw(column)];
    });
    if ((shown.at(-1) ?? 0) < columns.length - 1) parts.push(gapMark);
    return parts.join(' '.repeat(GAP)).trimEnd();
  };
  const cut = (text: string, column: number) => truncate(text, widths[column]!, ellipsis);
  const drawCell = (row: number, column: number) => {
    const text = cut(textOf(row, column), column);
    return pad(isMarked(row, column) ? backgroundColor(terminal, 0)(text) : text, widths[column]!);
  };
  const lines = [line((column) => pad(bold(cut(asLine(columns[column]![0]), column)), widths[column]!))];
  for (const { skipped, rows } of runs) {
    if (skipped > 0) lines.push(gapMark);
    lines.push(...rows.map((row) => line((column) => drawCell(row, column))));
  }
  const lastRow = runs.at(-1)?.rows.at(-1) ?? 0;
  return lastRow < height - 1 ? [...lines, gapMark] : lines;
}

/** The columns that fit: marked ones first, then from the left. Each gap has room for an ellipsis. */
function fittingColumns(widths: readonly number[], marked: readonly number[], available: number): number[] {
  const all = [...widths.keys()];
  if (widths.reduce((sum, width) => sum + width + GAP, -GAP) <= available) return all;
  const chosen: number[] = [];
  let left = available - 2 * (GAP + 1);
  for (const column of new Set([...marked.filter((index) => index in widths), ...all])) {
    const needed = widths[column]! + (chosen.length > 0 ? 2 * GAP + 1 : 0);
    if (needed > left) continue;
    chosen.push(column);
    left -= needed;
  }
  return chosen.sort((a, b) => a - b);
}
