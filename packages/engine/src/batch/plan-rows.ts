import { isFailure, type Failure } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { prepareRun, refuseAccessTokens, type PreparedRun, type RunSetup } from '../request/index.ts';
import type { BatchLine } from './batch-line.ts';
import type { BatchCandidate } from './candidates.ts';
import { cellText, type BatchSource, type Row } from './cells.ts';
import { inOrder } from './in-order.ts';
import { hashRequest, hashRow, type Shard } from './keys.ts';
import { createMapping, type BoundRow, type Mapping, type MappingOptions } from './mapping.ts';

export interface BatchSetup extends MappingOptions {
  readonly candidates: readonly BatchCandidate[];
  readonly sources: readonly BatchSource[];
  /** What all runs share. */
  readonly run: Omit<RunSetup, 'task' | 'destination' | 'route' | 'values' | 'chat'>;
  /** The most requests in flight per provider. */
  readonly concurrency: number;
  readonly shard?: Shard | undefined;
  /** Rows of the source. */
  readonly limit?: number | undefined;
  /** US dollars. */
  readonly maxCost?: number | undefined;
  /** Whether failed rows run again. */
  readonly retriesErrors?: boolean | undefined;
}

/** A run of a row, ready to be sent, or why it cannot be. */
export interface PlannedRow extends Omit<BoundRow, 'chat'> {
  readonly row: number;
  readonly columns: BatchLine['columns'];
  readonly cells: Row;
  readonly mapping: Mapping;
  readonly candidate: BatchCandidate;
  readonly setup: RunSetup;
  readonly prepared?: PreparedRun;
  readonly error?: Failure;
  readonly hash: string;
}

/** Rows whose files are read ahead. */
const READ_AHEAD = 8;
/** More rows need several outputs. */
const MAX_ROWS = 5_000_000;

/** The rows of all sources that belong to the shard, with their numbers and mappings. */
async function* readRows(setup: BatchSetup, signal?: AbortSignal, onWait?: Connection['onWait']) {
  const { sources, limit = MAX_ROWS, shard = { index: 1, count: 1 } } = setup;
  let number = 0;
  for (const source of sources) {
    let mapping: Mapping | undefined;
    for await (const cells of source.rows(signal, onWait)) {
      number += 1;
      mapping ??= createMapping(Object.keys(cells), setup);
      if ((number - shard.index) % shard.count === 0) yield { number, cells, source, mapping };
      if (number >= limit) return;
    }
  }
}

/** The number of runs, without those of other shards; undefined where counting takes too long. */
export async function countRuns(
  { sources, limit = MAX_ROWS, shard = { index: 1, count: 1 }, candidates }: BatchSetup,
  signal?: AbortSignal,
): Promise<number | undefined> {
  let rows = 0;
  for (const source of sources) {
    if (!source.count) return undefined;
    rows += await source.count(signal);
  }
  const inShard = Math.floor((Math.min(rows, limit) - shard.index) / shard.count) + 1;
  return Math.max(0, inShard) * candidates.length;
}

/** Plans the runs of all rows, in order: their requests and keys. */
export async function* planRows(
  setup: BatchSetup,
  signal?: AbortSignal,
  onWait?: Connection['onWait'],
): AsyncGenerator<PlannedRow, void, void> {
  const read = readRows(setup, signal, onWait);
  const rows = inOrder(read, READ_AHEAD, async ({ number, cells, source, mapping }) => {
    const columns = mapping.restOf(cells);
    const bound = await mapping.bind(cells, source, signal).catch(toFailure);
    return Promise.all(
      setup.candidates.map(async (candidate): Promise<PlannedRow> => {
        const { destination, route, name, connection } = candidate;
        const isCostLimited = setup.maxCost !== undefined;
        const common = { ...setup.run, task: setup.task, destination, route, isCostLimited };
        const planned = { row: number, columns, cells, mapping, candidate };
        const fail = (error: Failure, values = {}, input = {}): PlannedRow => {
          const hash = hashRow([
            name,
            setup.task.id,
            Object.entries(cells).map(([key, cell]) => [key, cellText(cell)]),
          ]);
          return { ...planned, setup: { ...common, values }, values, input, hash, error };
        };
        if (isFailure(bound)) return fail(bound);
        const { values, chat, input } = bound;
        const runSetup = { ...common, values, chat };
        try {
          const prepared = await prepareRun(connection, runSetup, signal);
          refuseAccessTokens(prepared.request.wire, connection.token);
          const hash = await hashRequest(prepared.request.wire, connection);
          return { ...planned, setup: runSetup, values, input, prepared, hash };
        } catch (error) {
          return fail(toFailure(error), values, input);
        }
      }),
    );
  });
  for await (const planned of rows) yield* planned;
}

/** An error in a row. Others end the batch. */
function toFailure(error: unknown): Failure {
  if (isFailure(error) && error.outcome !== 'canceled') return error;
  throw error;
}
