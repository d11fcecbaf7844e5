import { checkExtent, type Column, freeName, rowCount } from './table.ts';

type Columns = readonly Column[];

/** With one cell changed. */
export function withCell(columns: Columns, row: number, column: number, text: string): Columns {
  return columns.map((each, index) =>
    index === column ? { ...each, cells: each.cells.with(row, text) } : each,
  );
}

/** With a column renamed. */
export function withName(columns: Columns, column: number, name: string): Columns {
  return columns.map((each, index) => (index === column ? { ...each, name } : each));
}

/** With an empty row at the end. */
export function withRow(columns: Columns): Columns {
  return columns.map((each) => ({ ...each, cells: [...each.cells, ''] }));
}

/** Without a row. */
export function withoutRow(columns: Columns, row: number): Columns {
  return columns.map((each) => ({ ...each, cells: each.cells.toSpliced(row, 1) }));
}

/** With an empty column at the end. */
export function withColumn(columns: Columns): Columns {
  return [...columns, { name: freeName(columns), cells: Array<string>(rowCount(columns)).fill('') }];
}

/** Without a column. */
export function withoutColumn(columns: Columns, column: number): Columns {
  return columns.toSpliced(column, 1);
}

/** More columns are nobody's to edit in a grid; adding them one by one takes long. */
const MOST_COLUMNS = 1000;

/**
 * With cells over those from a place on; the table grows where they reach beyond it.
 * @throws InputError for a table that becomes too large
 */
export function withCells(
  columns: Columns,
  row: number,
  column: number,
  cells: readonly (readonly string[])[],
): Columns {
  const width = cells.reduce((most, { length }) => Math.max(most, length), 0);
  checkGrown(columns, row + cells.length, column + width);
  let wide = columns;
  while (wide.length < column + width) wide = withColumn(wide);
  const height = Math.max(rowCount(wide), row + cells.length);
  return wide.map((each, index) => {
    const grown = [...each.cells, ...Array<string>(height - each.cells.length).fill('')];
    for (const [down, line] of cells.entries()) {
      const text = line[index - column];
      if (text !== undefined) grown[row + down] = text;
    }
    return { ...each, cells: grown };
  });
}

/** With cells over the names of columns from one on, and those below them from the first row on. */
export function withNames(
  columns: Columns,
  column: number,
  [names = [], ...below]: readonly (readonly string[])[],
): Columns {
  checkGrown(columns, below.length, column + names.length);
  const filled = below.length > 0 ? withCells(columns, 0, column, below) : columns;
  return names.reduce(
    (all, name, index) => withName(all.length > column + index ? all : withColumn(all), column + index, name),
    filled,
  );
}

function checkGrown(columns: Columns, height: number, width: number): void {
  const most = Math.max(columns.length, MOST_COLUMNS);
  checkExtent(Math.max(columns.length, width), Math.max(rowCount(columns), height), most);
}
