import { csvFormatRows, dsvFormat } from 'd3-dsv';
import { InputError } from '../errors/index.ts';
import { MAX_STRINGS, attempt } from '../text/index.ts';
import type { JsonValue } from './field.ts';
import { fitsField, mediaNouns, type MediaKind } from './files.ts';
import { notATable, parseJsonTable, toTable, unevenRow } from './json-table.ts';
import { tooManyValues } from './parse-json.ts';

type Rows = readonly (readonly string[])[];

/**
 * Splits copied text into cells: separated by tabs, else by commas, semicolons or pipes, else one per line. Undefined for
 * a single value.
 */
export function splitCells(text: string): Rows | undefined {
  const trimmed = withoutBlankEnd(text);
  if (!/[\t\r\n]/.test(trimmed)) return undefined;
  const [separator = ''] = findSeparators(trimmed);
  const rows = parseRows(trimmed, separator);
  // Only tabs always separate cells, commas are common in texts.
  const areCells = rows && rows[0]!.length > 1 && (separator === '\t' || unevenIndex(rows) === -1);
  return areCells ? rows : trimmed.split(/\r?\n/).map((line) => [line]);
}

/** Without its last line breaks. */
function withoutBlankEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '\r\n'.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/**
 * The value of a JSON field from JSON, CSV or TSV, which is detected from the text.
 * @param name a file or field name for the error
 * @throws InputError
 */
export function parseJsonField(text: string, name: string): JsonValue {
  return isJsonTable(text) ? parseJsonTable(text, name) : parseSeparated(text, name);
}

/** Whether a text is JSON, not the path of a file or CSV. */
export function isJsonTable(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** The same from the bytes of a file. */
export function decodeJsonField(bytes: Uint8Array, name: string): JsonValue {
  const hint = 'Use JSON, CSV or TSV in UTF-8. Export spreadsheets as CSV.';
  return parseJsonField(decodeText(bytes, name, hint), name);
}

/** The first line that Excel reads for the separator. */
const separatorLine = /^\ufeff?"?sep=(\\t|[^"\r\n])"?(?:\r?\n|\r)/i;

/**
 * Parses CSV (separated by commas, semicolons or pipes) or TSV, with column names in the first row.
 * @param name a file or field name; a table of one column needs a file name that ends in `.csv` or `.tsv`
 * @throws InputError
 */
function parseSeparated(text: string, name: string): Record<string, string[]> {
  if (isLarge(text)) throw tooManyValues(name);
  const { line, content, separator } = detectSeparator(text, name);
  const rows = parseRows(content, separator);
  if (!rows) throw notATable(name, 'a quote is not closed');
  const width = rows[0]?.length ?? 0;
  if (width < 2 && !/\.[ct]sv$/i.test(name)) throw notATable(name);
  if (line === '' && /^\ufeff?"?sep=/i.test(text)) throw notATable(name, 'its first line names no separator');
  const uneven = unevenIndex(rows);
  if (uneven !== -1) throw unevenRow(name, uneven, rows[uneven]!.length, width);
  if (separator === '|' && rows[1]?.every((cell) => /^\s*(?::?-+:?\s*)?$/.test(cell)))
    throw notATable(name, 'it is a Markdown table');
  return getColumns(rows, name);
}

/** Semicolons are common where the comma is the decimal separator. */
const possibleSeparators = ['\t', ';', ',', '|'];

/**
 * The separator of CSV, which Excel's first line may name, and the text below that line.
 * @param complete the complete rows of a text, for a separator
 * @throws InputError if there are several possible ones
 */
export function detectSeparator(
  text: string,
  name: string,
  complete?: (content: string, separator: string) => string,
) {
  const [line = '', declared] = separatorLine.exec(text) ?? [];
  const content = text.slice(line.length);
  if (declared !== undefined) return { line, content, separator: declared.replace('\\t', '\t') };
  const [separator = ',', ...others] = findSeparators(content, complete);
  if (others.length === 0) return { line, content, separator };
  const hint = `Add a first line that names it: sep=${separator}`;
  throw notATable(name, `its separator could be ${[separator, ...others].join(' or ')}`, hint);
}

/** The separators in the first line that give rows of equal length, otherwise the first one in it. */
export function findSeparators(
  text: string,
  complete = (content: string, _separator: string) => content,
): readonly string[] {
  const [line = ''] = /.+/.exec(text) ?? [];
  const present = possibleSeparators.filter((separator) => line.includes(separator));
  const even = present.filter((separator) => {
    const rows = parseRows(complete(text, separator), separator);
    return rows?.[0] !== undefined && rows[0].length > 1 && unevenIndex(rows) === -1;
  });
  // Tabs are not part of cells.
  return even.length === 0 || even[0] === '\t' ? [even[0] ?? present[0] ?? ','] : even;
}

/** Whether a text may have too many cells. They are counted before they are split. */
function isLarge(text: string): boolean {
  const separator = /[\n\t;,|]/g;
  let cells = 0;
  while (cells <= MAX_STRINGS && separator.test(text)) cells += 1;
  return cells > MAX_STRINGS;
}

/** The rows without blank lines, which are cells in a single column; undefined if a quote is not closed. */
export function parseRows(text: string, separator: string): Rows | undefined {
  // NUL is in no text file, and an open quote swallows it.
  const rows = dsvFormat(separator).parseRows(`${withoutBlankEnd(text)}\n\0`);
  if (rows.pop()?.[0] !== '\0') return undefined;
  const isFilled = (row: readonly string[]) => row.length > 1 || row[0] !== '';
  const first = rows.findIndex(isFilled);
  return rows[first]?.length === 1 ? rows.slice(first) : rows.filter(isFilled);
}

/** What a spreadsheet may skip before a formula: spaces, invisible characters and apostrophes; full-width signs start one too. */
const beforeFormula = /(?<![\s\p{Cc}\p{Cf}]|'(?='))[\s\p{Cc}\p{Cf}]*'*(?=[=+\-@＝＋－＠])/gu;
const number = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?=[;\t\r\n]|$)/iy;

/**
 * Puts an apostrophe before what a spreadsheet would run, also before an apostrophe: removing one restores the text. Formulas
 * start in the cell, or where a program that separates by semicolons, tabs or lines would start one. Numbers are none.
 */
export function withoutFormulas(text: string): string {
  return text.replace(beforeFormula, (skipped, at: number) => {
    number.lastIndex = at + skipped.length;
    const end = number.test(text) ? skipped.length : Infinity;
    const isStart = at === 0 || text[at - 1] === ';';
    return skipped.replace(/^|(?<=[\t\r\n])/g, (_start, place: number) =>
      place < end && (place > 0 || isStart) ? "'" : '',
    );
  });
}

/** CSV that is safe to open in a spreadsheet. Empty cells for undefined. */
export function formatCsv(rows: readonly (readonly (string | number | undefined)[])[]): string {
  const toCell = (cell: string | number | undefined) =>
    typeof cell === 'string' ? withoutFormulas(cell) : String(cell ?? '');
  return `${csvFormatRows(rows.map((row) => row.map(toCell)))}\n`;
}

/** The index of the first row that has not as many cells as the first one; else -1. */
function unevenIndex(rows: Rows): number {
  return rows.findIndex(({ length }) => length !== rows[0]?.length);
}

function getColumns([names = [], ...rows]: Rows, name: string): Record<string, string[]> {
  if (rows.length === 0) throw notATable(name, 'it has no rows below its column names');
  const columns = names.map((column, index) => [column, rows.map((row) => row[index]!)] as const);
  // Trailing separators make columns without content.
  const filled = columns.filter(([column, cells]) => column !== '' || cells.some((cell) => cell !== ''));
  return toTable(filled, name);
}

/** Common formats. */
export const mediaFormats: Record<MediaKind, string> = {
  image: 'PNG, JPEG or WebP',
  audio: 'WAV, FLAC or MP3',
  video: 'MP4 or WebM',
};

/**
 * The media type of a file that fits a field.
 * @param name of the file, for the error
 * @throws InputError for a file that does not fit
 */
export function requireKind(kind: MediaKind, contentType: string | undefined, name: string): string {
  if (contentType !== undefined && fitsField(kind, contentType)) return contentType;
  const reason = contentType === undefined ? 'unrecognized file format' : `it is ${contentType}`;
  const noun = mediaNouns[kind];
  throw new InputError(`${name} is not ${noun}: ${reason}`, {
    hint: `Use ${noun} such as ${mediaFormats[kind]}.`,
  });
}

const MEGABYTE = 1024 * 1024;

/** Maximum bytes of an input. */
export const maxInputBytes = { text: 16 * MEGABYTE, json: 24 * MEGABYTE, media: 1024 * MEGABYTE } as const;

export function tooLarge(name: string, max: number): InputError {
  return new InputError(`${name} is too large`, { hint: `At most ${max / MEGABYTE} MB is allowed.` });
}

/** The encoding of a text: UTF-8, or UTF-16 with a byte order mark. */
export function getEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * Decodes text and removes its byte order mark.
 * @throws InputError for binary data
 */
export function decodeText(bytes: Uint8Array, name: string, hint = 'Save it as UTF-8.'): string {
  const text = attempt(() => new TextDecoder(getEncoding(bytes), { fatal: true }).decode(bytes));
  if (text !== undefined && !text.includes('\0')) return text;
  throw new InputError(`${name} is not a text file`, { hint });
}
