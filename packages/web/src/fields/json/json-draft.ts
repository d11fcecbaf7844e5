import {
  checkJsonField,
  decodeText,
  type JsonField,
  jsonText,
  type JsonValue,
  mostBytes,
  parseJson,
} from '@tryout/engine';
import { bytesOf } from '../file/read-file.ts';
import { type Column, columnsIn, columnsOf, tableOf } from './table.ts';

/** What stands in a JSON input beside its value. */
export interface JsonDraft {
  /** As it was typed. */
  readonly text?: string;
  /** As they are being edited. */
  readonly columns?: readonly Column[];
  /** Of the file that it came from. */
  readonly fileName?: string;
}

/** What was typed, read. What is run is what is seen: what cannot be read has a fault and no value. */
interface Reading {
  readonly value: JsonValue | undefined;
  readonly fault?: unknown;
}

function read(work: () => JsonValue | undefined): Reading {
  try {
    return { value: work() };
  } catch (fault) {
    return { value: undefined, fault };
  }
}

/** Reads a typed text as the engine reads files; nothing but white space is an empty input. */
export function readText(field: JsonField, text: string): Reading {
  return read(() =>
    text.trim() === '' ? undefined : checkJsonField(field, parseJson(text, field.label), field.label),
  );
}

/** Reads edited columns. */
export function readColumns(columns: readonly Column[]): Reading {
  return read(() => tableOf(columns));
}

/** What is wrong with what stands there now. */
export function faultOfDraft(field: JsonField, draft: JsonDraft | undefined): unknown {
  const reading = draft?.columns ? readColumns(draft.columns) : readText(field, draft?.text ?? '');
  return reading.fault;
}

/** The text that stands there: as typed, else the value pretty-printed. */
export function shownText(draft: JsonDraft | undefined, value: JsonValue | undefined): string {
  if (draft?.text !== undefined) return draft.text;
  return value === undefined ? '' : jsonText(value, 2);
}

/** The columns that stand there; undefined where there is no table. */
export function shownColumns(
  draft: JsonDraft | undefined,
  value: JsonValue | undefined,
): readonly Column[] | undefined {
  return draft?.columns ?? columnsOf(value);
}

/**
 * A JSON file in the shape that its field wants; for a table separated values do as well, if the file's name says so.
 * @throws InputError that names the file
 */
export async function readJsonFile(file: File, field: JsonField): Promise<JsonValue> {
  const text = decodeText(await bytesOf(file, mostBytes.json), file.name);
  const columns = field.shape === 'table' && /\.[ct]sv$/i.test(file.name) ? columnsIn(text) : undefined;
  return (columns && tableOf(columns)) ?? checkJsonField(field, parseJson(text, file.name), file.name);
}
