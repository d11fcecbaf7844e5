import type { JsonField, JsonValue } from './field.ts';
import { parseJson, parseTable } from './parse-json.ts';
import { decodeText } from './read-file.ts';
import { parseSeparated } from './separated-values.ts';

/**
 * The value of a JSON field. A table may also be CSV or TSV, which is detected from the text.
 * @param name a file or field name for the error
 * @throws InputError
 */
export function parseJsonField(field: JsonField, text: string, name: string): JsonValue {
  if (field.shape !== 'table') return parseJson(text, name);
  return /^\s*[[{]/.test(text) ? parseTable(parseJson(text, name), name) : parseSeparated(text, name);
}

const TABLE_FILES = 'Use JSON, CSV or TSV in UTF-8. Export spreadsheets as CSV.';

/** The same from the bytes of a file. */
export function decodeJsonField(field: JsonField, bytes: Uint8Array, name: string): JsonValue {
  const hint = field.shape === 'table' ? TABLE_FILES : undefined;
  return parseJsonField(field, decodeText(bytes, name, hint), name);
}
