import { open } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import {
  DEFAULT_BATCH_CONCURRENCY,
  findCandidates,
  numbered,
  type BatchSource,
  type Connection,
  type Destination,
  type Row,
  type Task,
} from '@tryout/engine';
import { openSources } from './sources.ts';

export type PreparedBatch = Awaited<ReturnType<typeof prepareBatch>>;

/** Opens the sources of a batch, and finds its models, its first row and a file for its output. @throws Failure */
export async function prepareBatch(
  connection: Connection,
  task: Task,
  paths: readonly string[],
  destinations: readonly Destination[],
  signal: AbortSignal,
) {
  const { sources, files } = await openSources(connection, task, paths, [], signal);
  const first = await readFirst(sources, signal);
  const candidates = await findCandidates(connection, task, destinations, DEFAULT_BATCH_CONCURRENCY, signal);
  return { sources, files, first, candidates, output: await proposeOutput(paths, task.id) };
}

async function readFirst(sources: readonly BatchSource[], signal: AbortSignal): Promise<Row> {
  for (const source of sources) for await (const row of source.rows(signal)) return row;
  return {};
}

/** The name of an output that does not exist yet, or that earlier batches of the task wrote. */
async function proposeOutput([path = '', ...others]: readonly string[], task: string): Promise<string> {
  const isOne = others.length === 0 && !/[*?[\]{}]/.test(path);
  const name = `${isOne ? basename(resolve(path), extname(path)) : 'batch'}.${task}.jsonl`;
  for (let number = 1; ; number += 1) {
    const output = number === 1 ? name : numbered(name, number);
    if (await isFreeOrOutput(output, task)) return output;
  }
}

/** Bytes of a line before its inputs. */
const HEAD = 400;

async function isFreeOrOutput(path: string, task: string): Promise<boolean> {
  try {
    const file = await open(path);
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
