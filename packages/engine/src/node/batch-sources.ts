import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import {
  compareNames,
  downloadFile,
  getFileField,
  hubSource,
  inputExtensions,
  isBatchTable,
  isRowFile,
  isHubSource,
  isParquetFile,
  isRemoteFile,
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
import { checkFile, type CheckedFile } from './files.ts';
import { checkMedia, fileFromPath, jsonFromPath, textFromPath } from './inputs.ts';
import { readParquetInThread } from './parquet-thread.ts';
import { findFolder, type Permission } from './permitted-files.ts';

/** Rows that are counted in advance. */
const MAX_COUNTED = 2_000_000;

/** Whether a path has wildcards. */
const isGlob = (path: string) => /[*?[\]{}]/.test(path);

/** The part of a path before its first wildcard, and the rest. */
export function splitGlob(path: string): { readonly folder: string; readonly pattern: string } {
  const parts = path.split('/');
  const end = parts.findIndex(isGlob);
  const folder = parts.slice(0, end).join('/') || (path.startsWith('/') ? '/' : '.');
  return { folder, pattern: parts.slice(end).join('/') };
}

/** What a path stands for if it is not one input of the task. */
export async function getSourceKind(path: string, task: Task): Promise<'files' | 'table' | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile()) return isBatchTable(path, task) ? 'table' : undefined;
  return stats?.isDirectory() || (!stats && isGlob(path)) ? 'files' : undefined;
}

export interface SourceOptions {
  /** The folder of the files that cells name; that of their table by default. */
  readonly mediaRoot?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface OpenedSource {
  readonly source: BatchSource;
  /** The files that it is made of. */
  readonly files: readonly string[];
  /** Which files may be read for it; undefined for a file that is one input. */
  readonly permission?: Permission;
}

/**
 * The source of a path: a dataset of the Hub, a table, a folder, a glob, or a file that is one input. Tables and files are checked, but not
 * read yet.
 * @throws InputError
 */
export async function sourceFromPath(
  path: string,
  task: Task,
  connection: Connection,
  { mediaRoot, signal }: SourceOptions = {},
): Promise<OpenedSource> {
  const { idle, total } = connection.deadlines;
  const readParquet: ReadParquetFile = (file, name, signal) =>
    readParquetInThread(file, name, { signal, maxSeconds: Math.min(idle, total) });
  const media = mediaRoot === undefined ? [] : [mediaRoot];
  if (mediaRoot !== undefined && !(await findFolder(mediaRoot)))
    throw new InputError(`--media-root ${mediaRoot} is not a folder`, { hint: 'Use a folder that exists.' });
  /** @param own folders that are roots besides that of the option */
  const permit = async (folders: readonly string[], own: readonly string[]): Promise<Permission> => ({
    folders: [...folders, ...media],
    roots: await Promise.all(
      [...own, ...media].map(async (folder) => (await findFolder(folder)) ?? resolve(folder)),
    ),
    allowsAbsolute: media.length > 0,
    hint: 'Use --media-root FOLDER to permit the files of a folder.',
  });
  if (isHubSource(path)) {
    const permission = await permit([], []);
    const source = hubSource(connection, path, readParquet);
    return { source: { ...source, openFile: opener(connection, permission) }, files: [], permission };
  }
  const field = getFileField(task);
  const stats = await stat(path).catch(() => undefined);
  const isPattern = !stats && isGlob(path);
  if (isPattern || stats?.isDirectory()) {
    const folder = isPattern ? splitGlob(path).folder : path;
    const all = await (isPattern ? findFiles(path, '.', signal) : findFiles('**/*', path, signal));
    const names = all.filter((name) => isPattern || inputExtensions[field[1].kind]?.test(name));
    const permission = { ...(await permit(['.', folder], [folder])), allowsAbsolute: true };
    return filesSource(names, path, field, connection, permission);
  }
  if (!isBatchTable(path, task)) {
    await checkFile(path, maxInputBytes.media);
    return filesSource([path], path, field, connection);
  }
  await checkFile(path, Infinity);
  const folder = dirname(path);
  const permission = await permit([folder], media.length > 0 ? [] : [folder]);
  const rows = (signal?: AbortSignal) => readTable(path, readParquet, signal);
  const count = async (signal?: AbortSignal) => {
    let counted = 0;
    for await (const _row of rows(signal)) if (++counted === MAX_COUNTED || signal?.aborted) break;
    return counted;
  };
  const source = { rows, count, openFile: opener(connection, permission) };
  return { source, files: [path], permission };
}

/** Seconds for a file. */
const MAX_SECONDS = 600;

/** The rows of a table on this machine. @throws InputError for other files */
export async function readLocalTable(path: string, signal: AbortSignal): Promise<readonly Row[]> {
  if (!isRowFile(path) && !isParquetFile(path))
    throw new InputError(`${path} is not a table with rows`, {
      hint: 'Use a .csv, .tsv, .jsonl or .parquet file.',
    });
  const rows: Row[] = [];
  const readParquet: ReadParquetFile = (file, name) =>
    readParquetInThread(file, name, { signal, maxSeconds: MAX_SECONDS });
  for await (const row of readTable(path, readParquet, signal)) rows.push(row);
  return rows;
}

async function* readTable(
  path: string,
  readParquet: ReadParquetFile,
  signal?: AbortSignal,
): AsyncGenerator<Row, void, void> {
  const file = await checkFile(path, Infinity);
  if (!isParquetFile(path)) return yield* readRowFile(getChunks(file.stream()), basename(path), signal);
  const slice = (start: number, end?: number) => file.slice(start, end).arrayBuffer();
  yield* readParquet({ byteLength: file.size, slice }, basename(path), signal);
}

/** Opens files that cells name: URLs, and paths of permitted files. */
function opener(connection: Connection, permission?: Permission) {
  return (name: string, kind: MediaKind, signal?: AbortSignal) =>
    isRemoteFile(name) ? downloadFile(connection, name, kind, signal) : fileFromPath(name, kind, permission);
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

function filesSource(
  paths: readonly string[],
  typed: string,
  [name, field]: ReturnType<typeof getFileField>,
  connection: Connection,
  permission?: Permission,
): OpenedSource {
  if (paths.length === 0)
    throw new InputError(`${typed} contains no file for ${field.label}`, {
      hint: `Files end in, for example, ${inputExtensions[field.kind]?.source.match(/[a-z]+/)?.[0]}.`,
    });
  async function* rows(): AsyncGenerator<Row, void, void> {
    for (const path of paths) {
      const folder = basename(dirname(resolve(path)));
      const input = await readInput(path, field, permission).catch(
        (error: Error) => new MediaCell(path, () => Promise.reject(error)),
      );
      yield { [name]: input, file: path, folder };
    }
  }
  const count = () => Promise.resolve(paths.length);
  const source = { rows, count, openFile: opener(connection, permission) };
  return { source, files: paths, ...(permission && { permission }) };
}

/** The path of a media file, or the content of another one. */
async function readInput(path: string, field: Field, permission?: Permission): Promise<JsonValue> {
  if (fieldKinds[field.kind].media !== undefined) return path;
  return isFileField(field) ? jsonFromPath(path, permission) : textFromPath(path, permission);
}

/** A permitted file with the content that a field takes. @throws InputError */
export async function checkInput(path: string, field: Field, permission?: Permission): Promise<CheckedFile> {
  const { media } = fieldKinds[field.kind];
  if (media) return checkMedia(path, media, permission);
  await readInput(path, field, permission);
  return checkFile(path, maxInputBytes.media, permission);
}
