import { parse, type ParseError } from 'jsonc-parser';
import { InputError } from '../errors/index.ts';
import type { JsonField, JsonValue } from './field.ts';

/**
 * JSON as a person typed or saved it.
 * @param name what to call it in the error: a file name or a field's name
 * @throws InputError that says where the JSON is broken, or what of it cannot be sent
 */
export function parseJson(text: string, name: string): JsonValue {
  const value = parsed(text, name);
  requireSendable(value, name);
  return value;
}

function parsed(text: string, name: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new InputError(`${name} is not valid JSON: ${placeOf(text)}`, {
      hint: 'Fix the JSON: use double quotes, and no comma after the last entry.',
      cause,
    });
  }
}

/**
 * A table: at least one column, each a list of cells, all of one length. Cells become texts, as the API wants them; null
 * becomes an empty one.
 */
export function parseTable(value: JsonValue, name: string): Record<string, string[]> {
  const hint =
    'A table is {"column": ["cell", …], …} with columns of one length, or a list of rows [{"column": "cell"}, …].';
  const columns = Array.isArray(value) ? columnsOfRows(value) : value;
  const isTable = columns && typeof columns === 'object' && !Array.isArray(columns);
  const entries = isTable ? Object.entries(columns) : [];
  if (entries.length === 0) throw new InputError(`${name} is not a table`, { hint });
  const table = entries.map(([column, cells]): [string, string[]] => {
    if (!Array.isArray(cells))
      throw new InputError(`${name} is not a table: '${column}' is not a list of cells`, { hint });
    return [column, (cells as JsonValue[]).map(cellText)];
  });
  if (new Set(table.map(([, cells]) => cells.length)).size > 1) {
    throw new InputError(`${name} is not a table: its columns differ in length`, { hint });
  }
  return Object.fromEntries(table);
}

/** The value of a JSON field in the shape that the field wants. */
export function checkJsonField(field: JsonField, value: JsonValue, name: string): JsonValue {
  return field.shape === 'table' ? parseTable(value, name) : value;
}

function columnsOfRows(rows: readonly JsonValue[]): Record<string, JsonValue[]> | undefined {
  const objects = rows.filter((row) => row !== null && typeof row === 'object' && !Array.isArray(row));
  if (objects.length !== rows.length) return undefined;
  const names = [...new Set(objects.flatMap((row) => Object.keys(row as object)))];
  const cell = (row: JsonValue, name: string) => (row as Record<string, JsonValue>)[name] ?? '';
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => cell(row, name))]));
}

function cellText(cell: JsonValue): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

/** Engines do not agree on whether their error tells the place, so another parser looks for it. */
function placeOf(text: string): string {
  if (text.trim() === '') return 'it is empty';
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const offset = errors[0]?.offset ?? 0;
  if (offset >= text.trimEnd().length) return 'it ends too early';
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Nesting that no honest value has. Deeper ones break what walks them by recursion, `JSON.stringify` for one. */
export const DEEPEST = 100;

/** Whether `visit` is true for any part of a value; depths count from 1, and it descends only as far as the limit. */
function someWithin(value: unknown, visit: (part: unknown, depth: number) => boolean, depth = 1): boolean {
  if (visit(value, depth)) return true;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return false;
  const parts = Array.isArray(value) ? (value as unknown[]) : Object.values(value);
  return parts.some((part) => someWithin(part, visit, depth + 1));
}

/** Whether a parsed value nests deeper than any honest one. */
export function isTooDeep(value: unknown): boolean {
  return someWithin(value, (part, depth) => depth > DEEPEST && typeof part === 'object' && part !== null);
}

/**
 * Checks that JSON of a person's can be sent as it is.
 * @throws InputError for what nests too deep, and for numbers that became infinite and would be sent as null
 */
export function requireSendable(value: unknown, name: string): void {
  if (isTooDeep(value)) {
    throw new InputError(`${name} nests too deep`, { hint: `It may nest ${DEEPEST} times.` });
  }
  if (someWithin(value, (part) => typeof part === 'number' && !Number.isFinite(part))) {
    throw new InputError(`${name} holds a number that is too large`, { hint: 'Numbers go up to 1.7e308.' });
  }
}
