import { dsvFormat } from 'd3-dsv';
import { checkExtent, type Column } from './columns.ts';

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
