import { asLine, heightOf, shownRows, tableColumns, type ResultViews } from '@tryout/engine';
import { pad, styleFor, symbolsOf, tagged, truncate, widthOf, type Terminal } from '../terminal/index.ts';
import { LEAST_COLUMNS } from './amount-rows.ts';
import { PRINTED, type Limits } from './limits.ts';
import { runsOf, shownColumns } from './shown-columns.ts';

const WIDEST_CELL = 24;
const GAP = 2;

/**
 * A table with cells marked, as lines: columns and rows around the marked cells where it is too large, the first column
 * kept because it names the rows.
 */
export function drawTable(
  table: ResultViews['cells']['table'],
  coordinates: ResultViews['cells']['coordinates'],
  terminal: Terminal,
  { tableRows }: Pick<Limits, 'tableRows'> = PRINTED,
): string[] {
  const style = styleFor(terminal);
  const { ellipsis } = symbolsOf(terminal);
  const room = Math.max(LEAST_COLUMNS, terminal.columns);
  const columns = tableColumns(table);
  const height = heightOf(columns);
  const marked = new Set(coordinates.map(([row, column]) => `${row},${column}`));
  const runs = shownRows(
    height,
    coordinates.map(([row]) => row),
    tableRows,
  );
  const isMarked = (row: number, column: number) => marked.has(`${row},${column}`);
  const textOf = (row: number, column: number) => {
    const text = asLine(String(columns[column]?.[1][row] ?? ''));
    // Without colors brackets mark a cell.
    return isMarked(row, column) && terminal.colors === 'none' ? `[${text}]` : text;
  };
  const widths = columns.map(([name], column) => {
    const texts = runs.flatMap(({ rows }) => rows.map((row) => textOf(row, column)));
    const widest = [asLine(name), ...texts].reduce((most, text) => Math.max(most, widthOf(text)), 1);
    return Math.min(WIDEST_CELL, widest, room - 2 * (GAP + 1));
  });
  const chosen = runsOf(
    shownColumns(
      widths,
      coordinates.map(([, column]) => column),
      room,
      GAP,
    ),
  );
  const left = style.dim(terminal.unicode ? ellipsis : '~');
  const line = (cell: (column: number) => string) => {
    const cells = chosen.flatMap(({ gapBefore, items }) => [
      ...(gapBefore ? [left] : []),
      ...items.map(cell),
    ]);
    const last = chosen.at(-1)?.items.at(-1) ?? 0;
    return [...cells, ...(last < columns.length - 1 ? [left] : [])].join(' '.repeat(GAP)).trimEnd();
  };
  const cellLine = (row: number) =>
    line((column) => {
      const text = truncate(textOf(row, column), widths[column]!, ellipsis);
      return pad(isMarked(row, column) ? tagged(terminal, 0)(text) : text, widths[column]!);
    });
  const lastRow = runs.at(-1)?.rows.at(-1) ?? 0;
  return [
    line((column) =>
      pad(style.bold(truncate(asLine(columns[column]![0]), widths[column]!, ellipsis)), widths[column]!),
    ),
    ...runs.flatMap(({ skipped, rows }) => [...(skipped > 0 ? [left] : []), ...rows.map(cellLine)]),
    ...(lastRow < height - 1 ? [left] : []),
  ];
}
