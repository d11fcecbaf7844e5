import type { JsonValue } from './field.ts';
import { parseJson, parseTable } from './parse-json.ts';
import { decodeText } from './read-file.ts';
import { parseSeparated } from './separated-values.ts';

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
