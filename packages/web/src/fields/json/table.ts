import { count, InputError, type JsonValue } from '@tryout/engine';

/** A column that is being edited. Its name may be missing or a duplicate. */
export interface Column {
  readonly name: string;
  readonly cells: readonly string[];
}

type Columns = readonly Column[];

/** The columns of a table; undefined for values that are not a table of strings. */
export function getColumns(value: JsonValue | undefined): Columns | undefined {
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
export function toTable(columns: Columns): Record<string, readonly string[]> | undefined {
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

export function countRows(columns: Columns): number {
  return columns[0]?.cells.length ?? 0;
}

export function createTable(): Columns {
  return [
    { name: 'Column 1', cells: ['', ''] },
    { name: 'Column 2', cells: ['', ''] },
  ];
}

/** `Column 3`, or the next unused number. */
export function getFreeName(columns: Columns): string {
  const names = new Set(columns.map(({ name }) => name));
  let number = columns.length + 1;
  while (names.has(`Column ${number}`)) number += 1;
  return `Column ${number}`;
}

export function withoutRow(columns: Columns, row: number): Columns {
  return columns.map((each) => ({ ...each, cells: each.cells.toSpliced(row, 1) }));
}

/**
 * Replaces cells from a position, or column names from row -1; the table grows if needed.
 * @throws InputError if the table becomes too large
 */
export function withCells(
  columns: Columns,
  row: number,
  column: number,
  lines: readonly (readonly string[])[],
): Columns {
  const end = column + lines.reduce((max, { length }) => Math.max(max, length), 0);
  const height = Math.max(countRows(columns), row + lines.length);
  if (height > countRows(columns) || end > columns.length) checkSize(columns, height, end);
  const allColumns = [...columns];
  while (allColumns.length < end) allColumns.push({ name: getFreeName(allColumns), cells: [] });
  return allColumns.map((each, index) => {
    const isChanged = index >= column && index < end;
    if (!isChanged && each.cells.length === height) return each;
    const emptyCells = Array<string>(height - each.cells.length).fill('');
    const texts = [each.name, ...each.cells, ...emptyCells];
    for (const [down, line] of lines.entries())
      texts[row + 1 + down] = line[index - column] ?? texts[row + 1 + down]!;
    return { name: texts[0]!, cells: texts.slice(1) };
  });
}

/** More columns make editing slow. */
const MAX_NEW_COLUMNS = 1000;

/** Cells that fit in memory, including the missing ones of short lines. */
const MAX_CELLS = 2_000_000;

function checkSize(columns: Columns, rows: number, width: number): void {
  const allColumns = Math.max(columns.length, width);
  if (allColumns <= Math.max(columns.length, MAX_NEW_COLUMNS) && allColumns * rows <= MAX_CELLS) return;
  throw new InputError(`A table of ${count(allColumns)} columns and ${count(rows)} rows is too large`, {
    hint: 'Use a smaller table.',
  });
}
