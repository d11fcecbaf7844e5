import { count, InputError, type JsonValue } from '@tryout/engine';

/** A column that is being edited. Its name may be missing or a duplicate. */
export interface Column {
  readonly name: string;
  readonly cells: readonly string[];
}

type Columns = readonly Column[];

/** The columns of a table; undefined for values that are not a table of strings. */
export function columnsOf(value: JsonValue | undefined): Columns | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  const isText = (cell: JsonValue) => typeof cell === 'string';
  if (!entries.every(([, cells]) => Array.isArray(cells) && (cells as JsonValue[]).every(isText)))
    return undefined;
  return entries.map(([name, cells]) => ({ name, cells: cells as string[] }));
}

/**
 * The value of a table; undefined without columns.
 * @throws InputError for missing and duplicate names
 */
export function tableOf(columns: Columns): Record<string, readonly string[]> | undefined {
  if (columns.length === 0) return undefined;
  const names = new Set<string>();
  for (const [index, { name }] of columns.entries()) {
    if (name === '')
      throw new InputError(`Column ${index + 1} has no name`, { hint: 'Name it, or remove it.' });
    if (names.has(name))
      throw new InputError(`Two columns are named ${name}`, { hint: 'Rename one of them, or remove it.' });
    names.add(name);
  }
  return Object.fromEntries(columns.map(({ name, cells }) => [name, cells]));
}

export function rowCount(columns: Columns): number {
  return columns[0]?.cells.length ?? 0;
}

/** `Column 3`, or the next unused number. */
export function freeName(columns: Columns): string {
  const names = new Set(columns.map(({ name }) => name));
  let number = columns.length + 1;
  while (names.has(`Column ${number}`)) number += 1;
  return `Column ${number}`;
}

export function newTable(): Columns {
  return [
    { name: 'Column 1', cells: ['', ''] },
    { name: 'Column 2', cells: ['', ''] },
  ];
}

export function withCell(columns: Columns, row: number, column: number, text: string): Columns {
  return columns.map((each, index) =>
    index === column ? { ...each, cells: each.cells.with(row, text) } : each,
  );
}

export function withName(columns: Columns, column: number, name: string): Columns {
  return columns.map((each, index) => (index === column ? { ...each, name } : each));
}

/** Adds an empty row. */
export function withRow(columns: Columns): Columns {
  return columns.map((each) => ({ ...each, cells: [...each.cells, ''] }));
}

export function withoutRow(columns: Columns, row: number): Columns {
  return columns.map((each) => ({ ...each, cells: each.cells.toSpliced(row, 1) }));
}

/** Adds an empty column. */
export function withColumn(columns: Columns): Columns {
  return [...columns, { name: freeName(columns), cells: Array<string>(rowCount(columns)).fill('') }];
}

export function withoutColumn(columns: Columns, column: number): Columns {
  return columns.toSpliced(column, 1);
}

/**
 * Replaces cells starting at a position; the table grows if needed.
 * @throws InputError if the table becomes too large
 */
export function withCells(
  columns: Columns,
  row: number,
  column: number,
  cells: readonly (readonly string[])[],
): Columns {
  const width = cells.reduce((max, { length }) => Math.max(max, length), 0);
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

/** Replaces column names starting at a column, and the cells below them. */
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

/** More columns make editing slow. */
const MAX_GROWN_COLUMNS = 1000;

/** Cells that fit in memory, including the missing ones of short lines. */
const MAX_CELLS = 2_000_000;

function checkGrown(columns: Columns, height: number, width: number): void {
  const allColumns = Math.max(columns.length, width);
  const rows = Math.max(rowCount(columns), height);
  if (allColumns <= Math.max(columns.length, MAX_GROWN_COLUMNS) && allColumns * rows <= MAX_CELLS) return;
  throw new InputError(`A table of ${count(allColumns)} columns and ${count(rows)} rows is too large`, {
    hint: 'Use a smaller table.',
  });
}
