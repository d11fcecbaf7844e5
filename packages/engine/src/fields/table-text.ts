import { dsvFormat } from 'd3-dsv';
import type { JsonValue } from './field.ts';
import { MAX_STRINGS } from '../text/index.ts';
import { notATable, parseJson, parseTable, tooManyValues } from './parse-json.ts';
import { decodeText } from './read-file.ts';

type Rows = readonly (readonly string[])[];

/**
 * Splits copied text into cells: separated by tabs, else by commas or semicolons, else one per line. Undefined for a
 * single value.
 */
export function splitCells(text: string): Rows | undefined {
  const trimmed = text.replace(/(?:\r?\n)+$/, '');
  if (!/[\t\r\n]/.test(trimmed)) return undefined;
  const { separator, rows } = splitRows(trimmed);
  // Only tabs always separate cells, commas are common in texts.
  const areCells = rows && rows[0]!.length > 1 && (separator === '\t' || unevenRow(rows) === -1);
  return areCells ? rows : trimmed.split(/\r?\n/).map((line) => [line]);
}

/**
 * The value of a JSON field from JSON, CSV or TSV, which is detected from the text.
 * @param name a file or field name for the error
 * @throws InputError
 */
export function parseJsonField(text: string, name: string): JsonValue {
  return /^\s*[[{]/.test(text) ? parseTable(parseJson(text, name), name) : parseSeparated(text, name);
}

/** The same from the bytes of a file. */
export function decodeJsonField(bytes: Uint8Array, name: string): JsonValue {
  const hint = 'Use JSON, CSV or TSV in UTF-8. Export spreadsheets as CSV.';
  return parseJsonField(decodeText(bytes, name, hint), name);
}

/**
 * Parses CSV (separated by commas or semicolons) or TSV, with column names in the first row.
 * @param name a file or field name; a table of one column needs a file name that ends in `.csv` or `.tsv`
 * @throws InputError
 */
function parseSeparated(text: string, name: string): Record<string, string[]> {
  if (isLarge(text)) throw tooManyValues(name);
  const { rows } = splitRows(text);
  if (!rows) throw notATable(name, 'a quote is not closed');
  const width = rows[0]?.length ?? 0;
  if (width < 2 && !/\.[ct]sv$/i.test(name)) throw notATable(name);
  const uneven = unevenRow(rows);
  if (uneven === -1) return getColumns(rows, name);
  const { length } = rows[uneven]!;
  throw notATable(name, `row ${uneven + 1} has ${length} ${length === 1 ? 'cell' : 'cells'}, not ${width}`);
}

/** Semicolons are common where the comma is the decimal separator. */
const separators = ['\t', ';', ','];

/** Splits at the first separator in the first line that gives rows of equal length, or else at the first one. */
function splitRows(text: string): { readonly separator: string; readonly rows: Rows | undefined } {
  const [line = ''] = /.+/.exec(text) ?? [];
  const found = separators.filter((separator) => line.includes(separator));
  let first: ReturnType<typeof splitRows> | undefined;
  for (const separator of found.length > 0 ? found : [',']) {
    const rows = parseRows(text, separator);
    if (rows?.[0] !== undefined && rows[0].length > 1 && unevenRow(rows) === -1) return { separator, rows };
    first ??= { separator, rows };
  }
  return first!;
}

/** Whether a text may have too many cells. They are counted before they are split (X14). */
function isLarge(text: string): boolean {
  const separator = /[\n\t;,]/g;
  let cells = 0;
  while (cells <= MAX_STRINGS && separator.test(text)) cells += 1;
  return cells > MAX_STRINGS;
}

/** The rows without blank lines; undefined if a quote is not closed. */
function parseRows(text: string, separator: string): Rows | undefined {
  // NUL is in no text file, and an open quote swallows it.
  const rows = dsvFormat(separator).parseRows(`${text}\n\0`);
  if (rows.pop()?.[0] !== '\0') return undefined;
  return rows.filter((row) => row.length > 1 || row[0] !== '');
}

/** The index of the first row that has not as many cells as the first one; else -1. */
function unevenRow(rows: Rows): number {
  return rows.findIndex(({ length }) => length !== rows[0]?.length);
}

function getColumns([names = [], ...rows]: Rows, name: string): Record<string, string[]> {
  if (rows.length === 0) throw notATable(name, 'it has no rows below its column names');
  const columns = names
    .map((column, index): [string, string[]] => [
      column || `Column ${index + 1}`,
      rows.map((row) => row[index]!),
    ])
    // Trailing separators make columns without content.
    .filter(([, cells], index) => names[index] !== '' || cells.some((cell) => cell !== ''));
  const seen = new Set<string>();
  for (const [column] of columns) {
    if (seen.has(column)) throw notATable(name, `two columns are named '${column}'`);
    seen.add(column);
  }
  return Object.fromEntries(columns);
}
