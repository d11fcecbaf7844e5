import {
  DEFAULT_BATCH_CONCURRENCY,
  findCandidates,
  type BatchSource,
  type Connection,
  type Destination,
  type Row,
  type Task,
} from '@tryout/engine';
import type { SourceOptions } from '@tryout/engine/node';
import { proposeOutput } from './propose-output.ts';
import { openSources } from './sources.ts';

export type PreparedBatch = Awaited<ReturnType<typeof prepareBatch>>;

/** Opens the sources of a batch, and finds its models, its first row and a file for its output. @throws Failure */
export async function prepareBatch(
  connection: Connection,
  task: Task,
  paths: readonly string[],
  destinations: readonly Destination[],
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
