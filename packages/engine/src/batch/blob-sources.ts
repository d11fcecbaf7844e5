import { InputError } from '../errors/index.ts';
import {
  decodeJsonField,
  decodeText,
  fieldKinds,
  fileFromBlob,
  findSeparators,
  maxInputBytes,
  parseRows,
  requireKind,
  SNIFF_BYTES,
  sniffContentType,
  tooLarge,
  type Field,
  type MediaKind,
} from '../fields/index.ts';
import type { Connection } from '../http/index.ts';
import type { Task } from '../tasks/index.ts';
import { getChunks } from '../text/index.ts';
import { isRemoteFile, MediaCell, type BatchSource, type Cell, type Row } from './cells.ts';
import { downloadFile } from './download-file.ts';
import {
  compareNames,
  getFileField,
  inputExtensions,
  isBatchTable,
  isRowFile,
  readRowFile,
} from './table-rows.ts';
import { isParquetFile, readParquet } from './parquet.ts';

/** A file of a browser, with its path in the folder that was chosen. */
export interface NamedBlob {
  readonly path: string;
  readonly blob: Blob;
}

/** How pasted text is read. */
export const pastedFormats = { csv: 'Table', jsonl: 'JSON Lines', lines: 'One input per line' } as const;

export type PastedFormat = keyof typeof pastedFormats;

/** What pasted text looks like: JSON Lines, a table if its first line reads like names of columns, else lines. */
export function detectPastedFormat(text: string): PastedFormat {
  if (/^\s*\{/.test(text)) return 'jsonl';
  const [separator = ','] = findSeparators(text);
  const [names = [], ...rows] = parseRows(text, separator) ?? [];
  const isTable = rows.length > 0 && rows.every(({ length }) => length === names.length);
  return isTable && names.length > 1 && names.every((name) => /^\S.{0,39}$/.test(name)) ? 'csv' : 'lines';
}

/** A file of pasted text, which `sourcesFromBlobs` reads. */
export function pastedFile(text: string, format: PastedFormat): NamedBlob {
  return { path: `pasted.${format}`, blob: new Blob([text]) };
}

/**
 * The sources of files. Without a table, each file is a row; with tables, the other files are those that cells name.
 * @throws InputError without a file that fits
 */
export function sourcesFromBlobs(
  files: readonly NamedBlob[],
  task: Task,
  connection: Connection,
): readonly BatchSource[] {
  const all = files.toSorted((a, b) => compareNames(a.path, b.path));
  const [name, field] = getFileField(task);
  const tables = all.filter(({ path }) => isBatchTable(path, task) || path.endsWith('.lines'));
  const byPath = new Map(all.map((file) => [file.path, file]));
  const openFile = async (path: string, kind: MediaKind, signal?: AbortSignal) => {
    if (isRemoteFile(path)) return downloadFile(connection, path, kind, signal);
    const clean = path.replace(/^\.\//, '');
    const file = byPath.get(clean) ?? all.find((each) => each.path.endsWith(`/${clean}`));
    if (file) return readMedia(file, kind);
    throw new InputError(`There is no file ${path}`, { hint: 'Add it together with the table.' });
  };
  if (tables.length > 0) return tables.map((file) => ({ rows: () => readTable(file, name), openFile }));
  const fitting = all.length === 1 ? all : all.filter(({ path }) => inputExtensions[field.kind]?.test(path));
  if (fitting.length === 0)
    throw new InputError(`No file fits ${field.label}`, {
      hint: 'Add a table (CSV, TSV, JSON Lines or Parquet), or files of this kind.',
    });
  async function* rows(): AsyncGenerator<Row, void, void> {
    for (const file of fitting)
      yield { [name]: await readInput(file, field), file: file.path, folder: getFolder(file.path) };
  }
  return [{ rows, openFile }];
}

const getFolder = (path: string) => path.split('/').at(-2) ?? '';

async function* readTable({ path, blob }: NamedBlob, field: string): AsyncGenerator<Row, void, void> {
  if (isRowFile(path)) return yield* readRowFile(getChunks(blob.stream()), path);
  if (isParquetFile(path))
    return yield* readParquet(
      { byteLength: blob.size, slice: (start, end) => blob.slice(start, end).arrayBuffer() },
      path,
    );
  const lines = (await blob.text()).split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new InputError('There are no rows', { hint: 'Paste one input per line.' });
  for (const line of lines) yield { [field]: line };
}

/** A file as the value of a field; a file that cannot be read is the error of its row. */
async function readInput(file: NamedBlob, { kind, label }: Field): Promise<Cell> {
  if (fieldKinds[kind].media !== undefined)
    return new MediaCell(file.path, (wanted) => readMedia(file, wanted));
  try {
    const isFile = kind === 'json';
    const max = isFile ? maxInputBytes.json : maxInputBytes.text;
    if (file.blob.size > max) throw tooLarge(file.path, max);
    const bytes = new Uint8Array(await file.blob.arrayBuffer());
    return isFile ? decodeJsonField(bytes, file.path) : decodeText(bytes, file.path);
  } catch (error) {
    return new MediaCell(`${label} of ${file.path}`, () => Promise.reject(error as Error));
  }
}

async function readMedia({ path, blob }: NamedBlob, kind: MediaKind) {
  if (blob.size > maxInputBytes.media) throw tooLarge(path, maxInputBytes.media);
  const head = new Uint8Array(await blob.slice(0, SNIFF_BYTES).arrayBuffer());
  return fileFromBlob(blob, path, requireKind(kind, await sniffContentType(head), path));
}
