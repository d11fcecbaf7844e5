import { jsonText, parseJsonField, type FieldDraft, type JsonField, type JsonValue } from '@tryout/engine';
import { columnsOf, tableOf, type Column } from './table.ts';

/** A parsed draft: invalid input has an error and no value. */
export interface ParsedDraft {
  readonly value: JsonValue | undefined;
  readonly error?: unknown;
}

function parse(parseValue: () => JsonValue | undefined): ParsedDraft {
  try {
    return { value: parseValue() };
  } catch (error) {
    return { value: undefined, error };
  }
}

/** Parses typed text like a file; whitespace counts as empty. */
export function parseText(field: JsonField, text: string): ParsedDraft {
  return parse(() => (text.trim() === '' ? undefined : parseJsonField(text, field.label)));
}

export function parseColumns(columns: readonly Column[]): ParsedDraft {
  return parse(() => tableOf(columns));
}

export function draftError(field: JsonField, draft: FieldDraft | undefined): unknown {
  const parsed = draft?.columns ? parseColumns(draft.columns) : parseText(field, draft?.text ?? '');
  return parsed.error;
}

/** The typed text, or the pretty-printed value. */
export function shownText(draft: FieldDraft | undefined, value: JsonValue | undefined): string {
  return draft?.text ?? (value === undefined ? '' : jsonText(value, 2));
}

/** The edited columns, or those of the value; undefined if it is not a table. */
export function shownColumns(
  draft: FieldDraft | undefined,
  value: JsonValue | undefined,
): readonly Column[] | undefined {
  return draft?.columns ?? columnsOf(value);
}
