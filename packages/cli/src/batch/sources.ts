import {
  type BatchSource,
  type Connection,
  type PromptTemplate,
  type Task,
  counted,
  isFileField,
  isParquetFile,
  isRowFile,
  numbered,
  DEFAULT_BATCH_CONCURRENCY,
  findCandidates,
  type Place,
  type Row,
  shellLines,
  whyBroken,
} from '@tryout/engine';
import { sourceFromPath, type SourceOptions, getSourceKind, openHandle } from '@tryout/engine/node';
import { withHome, resolvePath, splitWords } from '../read-argv/paths.ts';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { stat, access, constants, readdir } from 'node:fs/promises';
import { looksLikePath } from '../read-argv/read-field.ts';
import { createHash } from 'node:crypto';

/**
 * Opens the sources of a batch: paths, globs, datasets, or the rows of a prompt file.
 * @returns the sources, and the files that they are made of
 * @throws InputError
 */
export async function openSources(
  connection: Connection,
  task: Task,
  paths: readonly string[],
  rows: PromptTemplate['rows'] = [],
  options: SourceOptions = {},
): Promise<{ readonly sources: readonly BatchSource[]; readonly files: readonly string[] }> {
  const sources: BatchSource[] = [];
  const files: string[] = [];
  for (const path of paths) {
    const opened = await sourceFromPath(withHome(path), task, connection, options);
    sources.push(Object.assign(opened.source, { name: path }));
    files.push(...opened.files);
  }
  if (paths.length === 0)
    sources.push({
      count: () => Promise.resolve(rows.length),
      async *rows() {
        yield* rows;
      },
    });
  return { sources, files };
}

/** Several inputs that were given for one. */
export interface BatchOffer {
  readonly paths: readonly string[];
  /** For example `12 files`. */
  readonly label: string;
}

/** Milliseconds for counting the files of a folder. */
const MAX_COUNTING = 2000;
/** A longer text is no path, and names no files that somebody chose. */
const MAX_TEXT = 100_000;

/**
 * The files or rows that a text names instead of one input: a folder, a glob, a table, or several files.
 * @throws InputError if there are no files for the task
 */
export async function findBatch(
  text: string,
  task: Task,
  connection: Connection,
  signal: AbortSignal,
): Promise<BatchOffer | undefined> {
  const mayBePath =
    Object.values(task.fields).some(isFileField) || looksLikePath(text) || isParquetFile(text);
  if (!mayBePath || text.length > MAX_TEXT) return undefined;
  const words = splitWords(text).map(withHome);
  const path = await resolvePath(text);
  const hasSeveral = words.length > 1 && !(await areFiles([text.trim()])) && (await areFiles(words));
  const kind = hasSeveral ? 'files' : await getSourceKind(path, task);
  if (kind === undefined) return undefined;
  if (kind === 'table') return { paths: [path], label: `Rows of ${basename(path)}` };
  const paths = hasSeveral ? words : [path];
  const timer = AbortSignal.timeout(MAX_COUNTING);
  try {
    const { files } = await openSources(connection, task, paths, [], {
      signal: AbortSignal.any([signal, timer]),
    });
    return { paths, label: counted(files.length, 'file') };
  } catch (error) {
    if (!timer.aborted) throw error;
    return { paths, label: 'Many files' };
  }
}

/** Paths as one text, which `splitWords` splits again. */
export function joinWords(paths: readonly string[]): string {
  const isPlain = (path: string) => splitWords(path).join('\n') === path;
  return paths.map((path) => (isPlain(path) ? path : shellLines(path))).join(' ');
}

async function areFiles(paths: readonly string[]): Promise<boolean> {
  const stats = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return stats.every((each) => each?.isFile());
}

/** Bytes of a source's name, so that the names of outputs are not too long. */
const MAX_NAME = 150;
const MAX_NUMBER = 100;

/** An output that is new, or that batches of the source and task wrote: next to the source, if it can be written there. */
export async function proposeOutput(paths: readonly string[], task: string): Promise<string> {
  const [path = ''] = paths;
  const stats = paths.length === 1 ? await stat(path).catch(() => undefined) : undefined;
  const name = stats && (await nameSource(path, stats.isFile()));
  const isWritable = async () => access(dirname(path), constants.W_OK).then(() => true);
  const isBeside = name !== undefined && (await isWritable().catch(() => false));
  const digest = createHash('sha256').update(paths.map((each) => resolve(each)).join('\n'));
  // Sources of other folders may have the same name.
  const start = isBeside
    ? join(dirname(path), name)
    : `${name ?? 'batch'}-${digest.digest('hex').slice(0, 8)}`;
  const first = `${start}.${task}.jsonl`;
  for (let number = 1; number <= MAX_NUMBER; number += 1) {
    const output = number === 1 ? first : numbered(first, number);
    if (await isFreeOrOutput(output, task)) return output;
  }
  return first;
}

/** The name of a folder, or that of a file without its ending if no other source next to it has the same. */
async function nameSource(path: string, isFile: boolean): Promise<string | undefined> {
  const { base, name } = parse(resolve(path));
  const isSource = (each: string) => isRowFile(each) || isParquetFile(each);
  const isOther = (each: string) => each === name || (isSource(each) && parse(each).name === name);
  const others = isFile ? (await readdir(dirname(path))).filter((each) => each !== base) : [];
  const unique = isFile && !others.some(isOther) ? name : base;
  return Buffer.byteLength(unique) > MAX_NAME ? undefined : unique;
}

/** Bytes of a line before its inputs. */
const HEAD = 400;

async function isFreeOrOutput(path: string, task: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    const file = await openHandle(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD));
      const head = buffer.toString('utf8', 0, bytesRead);
      return bytesRead === 0 || (head.startsWith('{"key":"') && head.includes(`"task":"${task}"`));
    } finally {
      await file.close();
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

export type PreparedBatch = Awaited<ReturnType<typeof prepareBatch>>;

/** Opens the sources of a batch, and finds its models, its first row and a file for its output. @throws Failure */
export async function prepareBatch(
  connection: Connection,
  task: Task,
  paths: readonly string[],
  places: readonly Place[],
  options: SourceOptions & { readonly signal: AbortSignal },
) {
  const { signal } = options;
  const { sources, files } = await openSources(connection, task, paths, [], options);
  const first = await readFirst(sources, signal);
  const candidates = await findCandidates(connection, task, places, DEFAULT_BATCH_CONCURRENCY, signal);
  return { sources, files, first, candidates, output: await proposeOutput(paths, task.id) };
}

async function readFirst(sources: readonly BatchSource[], signal: AbortSignal): Promise<Row> {
  for (const source of sources) for await (const row of source.rows(signal)) if (!whyBroken(row)) return row;
  return {};
}
