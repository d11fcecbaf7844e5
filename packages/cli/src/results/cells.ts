import {
  aggregationText,
  asLine,
  getHeight,
  tableColumns,
  visibleRows,
  type ResultViews,
} from '@tryout/engine';
import { drawTable } from '../terminal/draw-table.ts';
import { backgroundColor, styleFor, getSymbols, truncate, wrap, type Terminal } from '../terminal/index.ts';
import { asColumns, getColumns, type Limits, type Renderer } from './renderer.ts';

type Cells = ResultViews['cells'];

/** The answer, then the table with its cells marked; plain: answer and aggregator, then row, column, cell. */
export const cells: Renderer<'cells'> = {
  draw(view, terminal, { limits }) {
    const { bold, dim } = styleFor(terminal);
    const words = aggregationText(view);
    const aggregation = words === undefined ? '' : dim(` (${words})`);
    const head = wrap(bold(asLine(view.answer)) + aggregation, getColumns(terminal));
    return [head, drawCells(view, terminal, limits)].filter((part) => part !== '').join('\n\n');
  },
  plain({ answer, aggregator, table, coordinates }) {
    const columns = Object.entries(table ?? {});
    const lines = coordinates.map(([row, column]) =>
      asColumns(row, columns[column]?.[0], columns[column]?.[1]?.[row]),
    );
    return [asColumns(answer, aggregator), ...lines].join('\n');
  },
};

const MAX_CELL_WIDTH = 24;

/** A table with marked cells. Of large tables, only the rows around them. */
export function drawCells(
  { table, coordinates }: Pick<Cells, 'table' | 'coordinates'>,
  terminal: Terminal,
  { rows: maxRows }: Pick<Limits, 'rows'>,
): string {
  const { ellipsis } = getSymbols(terminal);
  const columns = tableColumns(table);
  if (columns.length === 0) return '';
  const height = getHeight(columns);
  const markedRows = coordinates.map(([row]) => row);
  const runs = visibleRows(height, markedRows, maxRows);
  // Undefined for each gap.
  const rows = runs.flatMap((run) => (run.skipped > 0 ? [undefined, ...run.rows] : run.rows));
  if ((rows.at(-1) ?? 0) < height - 1) rows.push(undefined);
  const marks = new Set(coordinates.map(([row, column]) => `${row},${column}`));
  const isMarked = (row: number | undefined, column: number) => marks.has(`${row},${column}`);
  const texts = rows.map((row) =>
    columns.map(([, values], column) => {
      if (row === undefined) return column === 0 ? ellipsis : '';
      const text = truncate(asLine(String(values[row] ?? '')), MAX_CELL_WIDTH, ellipsis);
      return isMarked(row, column) && terminal.colors === 'none' ? `[${text}]` : text;
    }),
  );
  const titles = columns.map(([name]) => ({ title: truncate(asLine(name), MAX_CELL_WIDTH, ellipsis) }));
  return drawTable(texts, titles, terminal, (text, line, column) =>
    isMarked(rows[line], column) ? backgroundColor(terminal, 0)(text) : text,
  );
}
