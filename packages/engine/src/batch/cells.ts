import { InputError } from '../errors/index.ts';
import {
  fieldKinds,
  fileFromBlob,
  hasText,
  isFileInput,
  parseField,
  parseJsonField,
  splitSingleEntry,
  type Field,
  type FieldKind,
  type FieldValue,
  type FileInput,
  type JsonValue,
  type ListField,
  type MediaFieldKind,
  type MediaKind,
} from '../fields/index.ts';
import type { Connection } from '../http/index.ts';
import { isRecord } from '../text/index.ts';

/** A file in a row, which is loaded when the row runs. */
export class MediaCell {
  /** For example its path. Never a signed URL. */
  readonly name: string;
  readonly load: (kind: MediaKind, signal?: AbortSignal) => Promise<FileInput>;
  /** Whether it is downloaded. */
  readonly isRemote: boolean;

  constructor(name: string, load: MediaCell['load'], isRemote = false) {
    this.name = name;
    this.load = load;
    this.isRemote = isRemote;
  }
}

export type Cell = JsonValue | MediaCell;

/** Cells by the names of their columns. */
export type Row = Readonly<Record<string, Cell>>;

const broken = new WeakMap<Row, InputError>();

/** A row for a line that cannot be read. */
export function brokenRow(line: string, error: InputError): Row {
  const row: Row = { line: line.slice(0, MAX_BROKEN) };
  broken.set(row, error);
  return row;
}

/** Characters of a line that cannot be read. */
const MAX_BROKEN = 1000;

/** Why a row cannot be read. */
export const whyBroken = (row: Row): InputError | undefined => broken.get(row);

/** A list of inputs, for example a table or a folder. Rows are read once they are needed. */
export interface BatchSource {
  /** As it was given. */
  readonly name?: string | undefined;
  rows(signal?: AbortSignal, onWait?: Connection['onWait']): AsyncIterable<Row>;
  /** The number of rows, where it takes little time to find out. */
  count?(signal?: AbortSignal): Promise<number>;
  /** Opens the file that a cell names. */
  openFile?(name: string, kind: MediaKind, signal?: AbortSignal): Promise<FileInput>;
  /** Leaves out the content of remote files, for an estimate. */
  readonly skipsDownloads?: boolean;
}

/** A cell as text: texts as they are, other values as JSON, nothing for null and files. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined || cell === null || cell instanceof MediaCell) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

type Reader<F extends Field> = (cell: Cell, field: F, source: BatchSource, signal?: AbortSignal) => unknown;

const readers: { readonly [Kind in FieldKind]: Reader<Extract<Field, { kind: Kind }>> } = {
  text: (cell) => cellText(cell),
  image: loadFile,
  audio: loadFile,
  json: (cell, field) =>
    typeof cell === 'string'
      ? parseJsonField(cell, field.label)
      : parseField(field, cell as JsonValue, field.label),
  list: readList,
};

/**
 * Reads a cell as the value of a field.
 * @throws InputError for a cell that does not fit, and what loading its file throws
 */
export async function readCell(
  cell: Cell | undefined,
  field: Field,
  source: BatchSource,
  signal?: AbortSignal,
): Promise<FieldValue | undefined> {
  if (cell === undefined || cell === null) return undefined;
  if (!fieldKinds[field.kind].media) await requireText(cell, field.label);
  return (await (readers[field.kind] as Reader<Field>)(cell, field, source, signal)) as
    | FieldValue
    | undefined;
}

function loadFile(
  cell: Cell,
  { kind, label }: Extract<Field, { kind: MediaFieldKind }>,
  source: BatchSource,
  signal?: AbortSignal,
) {
  const { name, isRemote } = cell instanceof MediaCell ? cell : { name: cell, isRemote: isRemoteFile(cell) };
  if (isRemote && source.skipsDownloads)
    return fileFromBlob(new Blob(), String(name), 'application/octet-stream');
  if (cell instanceof MediaCell) return cell.load(kind, signal);
  if (typeof cell === 'string' && hasText(cell) && source.openFile)
    return source.openFile(cell, kind, signal);
  throw new InputError(`${label}: the cell is not a file`, { hint: 'Use a column of paths, URLs or files.' });
}

/** Whether a cell is the URL of a file. */
export function isRemoteFile(cell: unknown): boolean {
  return typeof cell === 'string' && /^https?:\/\//i.test(cell);
}

/** A list of texts, or a text that contains one. */
function readList(cell: Cell, field: ListField): readonly string[] {
  const isJson = typeof cell === 'string' && cell.trimStart().startsWith('[');
  const value: unknown = isJson ? JSON.parse(cell) : cell;
  if (Array.isArray(value)) return value.map((entry) => cellText(entry as Cell));
  return splitSingleEntry(field, cellText(cell).split('\n').filter(hasText));
}

/** @throws InputError for a file, and for a text that cannot be loaded */
export async function requireText(cell: Cell | undefined, name: string): Promise<void> {
  if (!(cell instanceof MediaCell)) return;
  await cell.load('image');
  throw new InputError(`${name} is a file, not a text`, { hint: 'Choose another column.' });
}

/** A value as it is written to the output: files by name. */
export function describeValue(value: FieldValue): JsonValue {
  return isFileInput(value) ? (value.path ?? value.name) : (value as JsonValue);
}

/** A cell as it is written to the output; files are left out, since their URLs may be signed. */
export function describeCell(cell: Cell): JsonValue | undefined {
  if (cell instanceof MediaCell) return undefined;
  return isRecord(cell) && 'src' in cell ? undefined : cell;
}
