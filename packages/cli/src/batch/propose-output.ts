import { createHash } from 'node:crypto';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import {
  isParquetFile,
  isRowFile,
  numbered,
  DEFAULT_BATCH_CONCURRENCY,
  findCandidates,
  type BatchSource,
  type Connection,
  type Place,
  type Row,
  type Task,
} from '@tryout/engine';
import { openHandle, type SourceOptions } from '@tryout/engine/node';
import { openSources } from './sources.ts';

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
  destinations: readonly Place[],
  options: SourceOptions & { readonly signal: AbortSignal },
) {
  const { signal } = options;
  const { sources, files } = await openSources(connection, task, paths, [], options);
  const first = await readFirst(sources, signal);
  const candidates = await findCandidates(connection, task, destinations, DEFAULT_BATCH_CONCURRENCY, signal);
  return { sources, files, first, candidates, output: await proposeOutput(paths, task.id) };
}

async function readFirst(sources: readonly BatchSource[], signal: AbortSignal): Promise<Row> {
  for (const source of sources) for await (const row of source.rows(signal)) return row;
  return {};
}
