import { parse, type ParseError } from 'jsonc-parser';
import { InputError } from '../errors/index.ts';
import { attempt, MAX_STRINGS, parseBounded } from '../text/index.ts';
import { requireSendable } from './json-limits.ts';
import type { JsonValue } from './field.ts';

/**
 * @param name a file or field name for the error
 * @throws InputError with the place of the syntax error, or for a value that cannot be sent
 */
export function parseJson(text: string, name: string): JsonValue {
  const value = parsed(text, name);
  requireSendable(value, name);
  return value;
}

function parsed(text: string, name: string): JsonValue {
  try {
    return parseBounded(text, () => tooManyValues(name)) as JsonValue;
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError(`${name} is not valid JSON: ${getPlace(text)}`, {
      hint: 'Fix the JSON: use double quotes, and no comma after the last entry.',
      cause,
    });
  }
}

/** Of {@link tooManyValues}. */
export const TOO_MANY_HINT = `Use at most ${MAX_STRINGS.toLocaleString('en')} texts, lists and objects.`;

export function tooManyValues(name: string): InputError {
  return new InputError(`${name} contains too many values`, { hint: TOO_MANY_HINT });
}

/** Checks a table of columns, or converts one of rows. Cells become texts, as the API requires; null becomes ''. */
export function parseTable(value: JsonValue, name: string): Record<string, string[]> {
  const columns = Array.isArray(value) ? columnsOfRows(value, name) : value;
  const isTable = columns && typeof columns === 'object' && !Array.isArray(columns);
  const entries = isTable ? Object.entries(columns) : [];
  if (entries.length === 0) throw notATable(name);
  const table = entries.map(([column, cells]): [string, string[]] => {
    if (!Array.isArray(cells)) throw notATable(name, `'${column}' is not a list of cells`);
    return [column, (cells as JsonValue[]).map(cellText)];
  });
  if (new Set(table.map(([, cells]) => cells.length)).size > 1)
    throw notATable(name, 'its columns differ in length');
  return Object.fromEntries(table);
}

export function notATable(name: string, problem?: string): InputError {
  return new InputError(`${name} is not a table${problem === undefined ? '' : `: ${problem}`}`, {
    hint: 'Use CSV or TSV with column names in the first row, or JSON: {"column": ["cell", …], …} or [{"column": "cell"}, …].',
  });
}

function columnsOfRows(rows: readonly JsonValue[], name: string): Record<string, JsonValue[]> | undefined {
  const objects = rows.filter((row) => row !== null && typeof row === 'object' && !Array.isArray(row));
  if (objects.length !== rows.length) return undefined;
  const names = [...new Set(objects.flatMap((row) => Object.keys(row as object)))];
  if (names.length * rows.length > MAX_STRINGS) throw tooManyValues(name);
  const cell = (row: JsonValue, column: string) => (row as Record<string, JsonValue>)[column] ?? '';
  return Object.fromEntries(names.map((column) => [column, rows.map((row) => cell(row, column))]));
}

function cellText(cell: JsonValue): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

/** Not all JavaScript engines report the position. */
function getPlace(text: string): string {
  if (text.trim() === '') return 'the input is empty';
  const errors: ParseError[] = [];
  // Recursive.
  if (!attempt(() => [parse(text, errors, { disallowComments: true })])) return 'it is nested too deeply';
  const offset = errors[0]?.offset ?? 0;
  if (offset >= text.trimEnd().length) return 'unexpected end of input';
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
