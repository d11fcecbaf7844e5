import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import {
  compareNames,
  downloadFile,
  getFileField,
  hubSource,
  inputExtensions,
  isBatchTable,
  isHubSource,
  isParquetFile,
  MediaCell,
  readRowFile,
  type BatchSource,
  type ReadParquetFile,
  type Row,
} from '../batch/index.ts';
import { InputError } from '../errors/index.ts';
import {
  fieldKinds,
  isFileField,
  maxInputBytes,
  type Field,
  type JsonValue,
  type MediaKind,
} from '../fields/index.ts';
import type { Connection } from '../http/index.ts';
import type { Task } from '../tasks/index.ts';
import { getChunks } from '../text/index.ts';
import { checkFile, openUnchanged } from './files.ts';
import { fileFromPath, jsonFromPath, textFromPath } from './inputs.ts';
import { readParquetInThread } from './parquet-thread.ts';

/** Rows that are counted in advance. */
const MAX_COUNTED = 2_000_000;

/** Whether a path has wildcards. */
export const isGlob = (path: string) => /[*?[\]{}]/.test(path);

/** What a path stands for if it is not one input of the task. */
export async function getSourceKind(path: string, task: Task): Promise<'files' | 'table' | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile()) return isBatchTable(path, task) ? 'table' : undefined;
  return stats?.isDirectory() || (!stats && isGlob(path)) ? 'files' : undefined;
}

/**
 * The source of a path: a dataset of the Hub, a table, a folder, a glob, or a file that is one input. Tables and files are checked, but not
 * read yet.
 * @returns the source, and the files that it is made of
 * @throws InputError
 */
export async function sourceFromPath(
  path: string,
  task: Task,
  connection: Connection,
  signal?: AbortSignal,
): Promise<{ readonly source: BatchSource; readonly files: readonly string[] }> {
  const { idle, total } = connection.deadlines;
  const readParquet: ReadParquetFile = (file, name, signal) =>
    readParquetInThread(file, name, { signal, maxSeconds: Math.min(idle, total) });
  if (isHubSource(path)) return { source: hubSource(connection, path, readParquet), files: [] };
  const field = getFileField(task);
  const stats = await stat(path).catch(() => undefined);
  if (!stats && isGlob(path)) return filesSource(await findFiles(path, '.', signal), path, field, connection);
  if (stats?.isDirectory()) {
    const fitting = (await findFiles('**/*', path, signal)).filter((name) =>
      inputExtensions[field[1].kind]?.test(name),
    );
    return filesSource(fitting, path, field, connection);
  }
  if (!isBatchTable(path, task)) return filesSource([path], path, field, connection);
  await checkFile(path, Infinity);
  const rows = (signal?: AbortSignal) => readTable(path, readParquet, signal);
  const count = async (signal?: AbortSignal) => {
    let counted = 0;
    for await (const _row of rows(signal)) if (++counted === MAX_COUNTED || signal?.aborted) break;
    return counted;
  };
  return {
    source: { rows, count, openFile: opener(dirname(path), connection) },
    files: [path],
  };
}

async function* readTable(
  path: string,
  readParquet: ReadParquetFile,
  signal?: AbortSignal,
): AsyncGenerator<Row, void, void> {
  const checked = await checkFile(path, Infinity);
  if (!isParquetFile(path))
    return yield* readRowFile(getChunks(openUnchanged(path, checked)), basename(path), signal);
  const file = await open(path);
  try {
    const random = {
      byteLength: checked.size,
      async slice(start: number, end = checked.size) {
        const buffer = new Uint8Array(Math.max(0, Math.min(end, checked.size) - start));
        await file.read(buffer, 0, buffer.length, start);
        return buffer.buffer;
      },
    };
    yield* readParquet(random, basename(path), signal);
  } finally {
    await file.close();
  }
}

/** Opens files that cells name: URLs, and paths below the folder of the table or the current one. */
function opener(folder: string, connection: Connection) {
  return async (name: string, kind: MediaKind, signal?: AbortSignal) => {
    if (/^https?:\/\//i.test(name)) return downloadFile(connection, name, kind, signal);
    const inFolder = isAbsolute(name) ? name : join(folder, name);
    return fileFromPath((await stat(inFolder).catch(() => undefined)) ? inFolder : name, kind);
  };
}

/** Reads a folder for `glob`: links to files are files, and other links nothing, since they may lead in circles. */
function readFolder(folder: string, _options: object, done: (error: unknown, entries?: unknown) => void) {
  const read = async () =>
    Promise.all(
      (await readdir(folder, { withFileTypes: true })).map(async (entry) => {
        const { name } = entry;
        const linked = entry.isSymbolicLink() ? await stat(join(folder, name)).catch(() => entry) : entry;
        const isDirectory = () => entry.isDirectory();
        return { name, isDirectory, isFile: () => linked.isFile(), isSymbolicLink: () => false };
      }),
    );
  read().then((entries) => done(null, entries), done);
}

/** Files that match a pattern, in natural order. Links to folders are not followed. */
async function findFiles(pattern: string, folder: string, signal?: AbortSignal): Promise<readonly string[]> {
  const { glob } = await import('tinyglobby');
  const fs = { readdir: readFolder as never };
  const options = { cwd: folder, fs, followSymbolicLinks: false, expandDirectories: false };
  const names = await glob(pattern, { ...options, ...(signal && { signal }) });
  signal?.throwIfAborted();
  return names.sort(compareNames).map((name) => (folder === '.' ? name : join(folder, name)));
}

async function filesSource(
  paths: readonly string[],
  typed: string,
  [name, field]: ReturnType<typeof getFileField>,
  connection: Connection,
) {
  const [first] = paths;
  if (first === undefined)
    throw new InputError(`${typed} contains no file for ${field.label}`, {
      hint: `Files end in, for example, ${inputExtensions[field.kind]?.source.match(/[a-z]+/)?.[0]}.`,
    });
  await checkFile(first, maxInputBytes.media);
  async function* rows(): AsyncGenerator<Row, void, void> {
    for (const path of paths) {
      const folder = basename(dirname(resolve(path)));
      const input = await readInput(path, field).catch(
        (error: Error) => new MediaCell(path, () => Promise.reject(error)),
      );
      yield { [name]: input, file: path, folder };
    }
  }
  const count = () => Promise.resolve(paths.length);
  return { source: { rows, count, openFile: opener('.', connection) }, files: paths };
}

/** The path of a media file, or the content of another one. */
async function readInput(path: string, field: Field): Promise<JsonValue> {
  if (fieldKinds[field.kind].media !== undefined) return path;
  return isFileField(field) ? jsonFromPath(path) : textFromPath(path);
}
