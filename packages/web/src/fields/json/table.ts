import { count, InputError, type JsonValue } from '@tryout/engine';
import { dsvFormat } from 'd3-dsv';

/** A column of a table that is being edited. Its name may still be missing, or be another's as well. */
export interface Column {
  readonly name: string;
  readonly cells: readonly string[];
}

/** What a table holds as columns in order; undefined for what is no table of texts. */
export function columnsOf(value: JsonValue | undefined): readonly Column[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  const isText = (cell: JsonValue) => typeof cell === 'string';
  if (!entries.every(([, cells]) => Array.isArray(cells) && (cells as JsonValue[]).every(isText)))
    return undefined;
  return entries.map(([name, cells]) => ({ name, cells: cells as string[] }));
}

/**
 * Columns as the value of a field; undefined where there are none.
 * @throws InputError for columns without a name, or with one that another has
 */
export function tableOf(columns: readonly Column[]): Record<string, readonly string[]> | undefined {
  if (columns.length === 0) return undefined;
  const names = new Set<string>();
  for (const [index, { name }] of columns.entries()) {
    if (name === '')
      throw new InputError(`Column ${index + 1} has no name`, { hint: 'Give it one, or remove it.' });
    if (names.has(name))
      throw new InputError(`Two columns are called ${name}`, { hint: 'Rename one of them, or remove it.' });
    names.add(name);
  }
  return Object.fromEntries(columns.map(({ name, cells }) => [name, cells]));
}

/** Cells that a browser holds without running out of memory. */
const MOST_CELLS = 2_000_000;

/**
 * Whether a table of short lines below a long one can be held: what is missing in a line takes room, too.
 * @throws InputError
 */
export function checkExtent(columns: number, rows: number, mostColumns = Infinity): void {
  if (columns <= mostColumns && columns * rows <= MOST_CELLS) return;
  throw new InputError(`A table of ${count(columns)} columns and ${count(rows)} rows is too large`, {
    hint: 'Take a part of it.',
  });
}

/** How many rows columns have. */
export function rowCount(columns: readonly Column[]): number {
  return columns[0]?.cells.length ?? 0;
}

/** How many cells columns have, their names not counted. */
export function cellCount(columns: readonly Column[]): number {
  return columns.length * rowCount(columns);
}

/** The name of a new column: `Column 3`, or the next number that is free. */
export function freeName(columns: readonly Column[]): string {
  const names = new Set(columns.map(({ name }) => name));
  let number = columns.length + 1;
  while (names.has(`Column ${number}`)) number += 1;
  return `Column ${number}`;
}

/** A table to begin with. */
export function newTable(): readonly Column[] {
  return [
    { name: 'Column 1', cells: ['', ''] },
    { name: 'Column 2', cells: ['', ''] },
  ];
}

/**
 * The cells of a text that was copied from a table: values between tabs, else between commas or semicolons, else one a
 * line. Undefined for a text that is a single value.
 */
export function cellsIn(text: string): string[][] | undefined {
  const trimmed = text.replace(/(?:\r?\n)+$/, '');
  if (trimmed.includes('\t')) return rowsOf(trimmed, '\t');
  if (!/\r?\n/.test(trimmed)) return undefined;
  for (const separator of [',', ';']) {
    const rows = rowsOf(trimmed, separator);
    const width = rows[0]?.length ?? 0;
    if (width > 1 && rows.every(({ length }) => length === width)) return rows;
  }
  return trimmed.split(/\r?\n/).map((line) => [line]);
}

/** A text of separated values whose first line names the columns; undefined where it is none. @throws InputError for one that is too large */
export function columnsIn(text: string): readonly Column[] | undefined {
  const [names, ...rows] = cellsIn(text) ?? [];
  if (!names || names.length < 2 || rows.length === 0) return undefined;
  checkExtent(names.length, rows.length);
  return names.map((name, index) => ({ name, cells: rows.map((row) => row[index] ?? '') }));
}

function rowsOf(text: string, separator: string): string[][] {
  return dsvFormat(separator).parseRows(text);
}
