import { isFailure, InputError, type Failure } from '../errors/index.ts';
import { type Connection, whenHandlesAreFree } from '../http/index.ts';
import {
  prepareRun,
  refuseAccessTokens,
  findRoute,
  getProviderName,
  type PreparedRun,
  type Route,
} from '../request/index.ts';
import { MAX_CANDIDATES, type Place, type RunSpec } from '../spec/index.ts';
import { findRates, requireRates, type Rates } from '../cost.ts';
import type { Task } from '../tasks/index.ts';
import type { BatchLine } from './batch-line.ts';
import { cellText, whyBroken, type BatchSource, type Row } from './cells.ts';
import { hashRequest, hashRow, type Shard } from './keys.ts';
import { createMapping, type BoundRow, type Mapping, type MappingOptions } from './mapping.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { seededRandom } from './random.ts';

/** The results of work on each item, in the order of the items. Works on up to `width` items at the same time. */
async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, void> {
  const started: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      const result = whenHandlesAreFree(() => work(item));
      // It may fail before its turn.
      result.catch(() => undefined);
      started.push(result);
      if (started.length >= width) yield await started.shift()!;
    }
  } catch (error) {
    // The rows before the error are complete.
    while (started.length > 0) yield await started.shift()!;
    throw error;
  }
  while (started.length > 0) yield await started.shift()!;
}

/** One of the models, or providers of a model, that a batch runs. */
export interface BatchCandidate {
  /** As it was typed, or the ID of the default model. Candidates have different names. */
  readonly name: string;
  readonly route: Route;
  /** The one that it is pinned to, or `auto`. */
  readonly provider: string;
  readonly place: Place;
  readonly rates: Rates;
  readonly limiter: Limiter;
  /** Observed by the limiter. Without an overall deadline, since each run has its own. */
  readonly connection: Connection;
}

/** Requests in flight per provider. */
export const DEFAULT_BATCH_CONCURRENCY = 8;

/**
 * Finds the routes and prices of candidates. Those of one provider share a limiter.
 * @throws what `findRoute` throws, and InputError for two equal candidates
 */
export async function findCandidates(
  { finishBy: _finishBy, ...connection }: Connection,
  task: Task,
  places: readonly Place[],
  concurrency: number,
  signal?: AbortSignal,
): Promise<readonly BatchCandidate[]> {
  if (places.length > MAX_CANDIDATES)
    throw new InputError(`A batch compares at most ${MAX_CANDIDATES} models`, {
      hint: 'Run several batches.',
    });
  const limiters = new Map<string, Limiter>();
  const candidates: BatchCandidate[] = [];
  for (const place of places) {
    const route = await findRoute(connection, task, place, signal);
    const name = place.model ?? route.model ?? route.url;
    if (candidates.some((other) => other.name === name))
      throw new InputError(`${name} was given twice`, { hint: 'Use each model only once.' });
    const provider = getProviderName(route);
    const limiter = limiters.get(provider) ?? createLimiter(concurrency);
    limiters.set(provider, limiter);
    const transport = limiter.observe(connection.transport);
    const rates = await findRates(connection, route, signal);
    const observed = { ...connection, transport };
    candidates.push({ name, route, provider, place, rates, limiter, connection: observed });
  }
  return candidates;
}

/** @throws InputError for a limit of the cost with candidates without a price */
export function requirePrices(candidates: readonly BatchCandidate[], maxCost: number | undefined): void {
  if (maxCost !== undefined) for (const { name, rates } of candidates) requireRates(name, rates);
}

export interface BatchSetup extends MappingOptions {
  readonly candidates: readonly BatchCandidate[];
  readonly sources: readonly BatchSource[];
  /** What all runs share. */
  readonly run: Omit<RunSpec, 'task' | 'place' | 'values' | 'chat'>;
  /** The most requests in flight per provider. */
  readonly concurrency: number;
  readonly shard?: Shard | undefined;
  /** Rows of the source. */
  readonly limit?: number | undefined;
  /** Random rows, the same for a seed and a number of rows. */
  readonly sample?: { readonly size: number; readonly seed: number } | undefined;
  /** US dollars. */
  readonly maxCost?: number | undefined;
  /** Whether failed rows run again. */
  readonly retriesErrors?: boolean | undefined;
}

/** A run of a row, ready to be sent, or why it cannot be. */
export interface PlannedRow extends Omit<BoundRow, 'chat'> {
  readonly row: number;
  readonly source: string | undefined;
  readonly columns: BatchLine['columns'];
  readonly cells: Row;
  readonly mapping: Mapping;
  readonly candidate: BatchCandidate;
  readonly spec: RunSpec;
  readonly prepared?: PreparedRun;
  readonly error?: Failure;
  readonly hash: string;
}

/** Rows whose files are read ahead. */
const READ_AHEAD = 8;
/** More rows need several outputs. */
const MAX_ROWS = 5_000_000;

/** Of a broken row before the first other one. */
const noMapping: Mapping = {
  fields: [],
  bind: () => Promise.resolve({ values: {}, input: {} }),
  restOf: (row) => ({ line: cellText(row['line']) }),
};

/** The rows of all sources that belong to the shard, with their numbers and mappings. */
async function* readRows(setup: BatchSetup, signal?: AbortSignal, onWait?: Connection['onWait']) {
  const { sources, limit = MAX_ROWS, shard = { index: 1, count: 1 } } = setup;
  const chosen = setup.sample && chooseRows(await countRows(sources, signal), setup.sample);
  let number = 0;
  for (const source of sources) {
    let mapping: Mapping | undefined;
    for await (const cells of source.rows(signal, onWait)) {
      number += 1;
      if (!whyBroken(cells)) mapping ??= createMapping(Object.keys(cells), setup);
      if ((number - shard.index) % shard.count === 0 && (chosen?.has(number) ?? true))
        yield { number, cells, source, mapping: mapping ?? noMapping };
      if (number >= limit) return;
    }
  }
}

/** Eight digits for what candidates of one model may differ in; undefined if nothing of it is set. */
export function getVariant({ run, prompt, chat }: Pick<BatchSetup, 'run' | 'prompt' | 'chat'>) {
  const { parameters = {}, schema = {} } = run;
  const parts = [parameters, schema, prompt?.messages ?? [], chat?.system ?? ''];
  const isPlain = parts.every((part) => Object.keys(part).length === 0);
  return isPlain ? undefined : hashRow(parts).slice(0, 8);
}

/** Reads sources that do not know their number of rows. */
async function countRows(sources: readonly BatchSource[], signal?: AbortSignal): Promise<number> {
  let rows = 0;
  for (const source of sources)
    if (source.count) rows += await source.count(signal);
    else for await (const _row of source.rows(signal)) rows += 1;
  return Math.min(rows, MAX_ROWS);
}

/** The numbers of random rows, from 1. A larger sample has the rows of a smaller one. */
function chooseRows(count: number, { size, seed }: NonNullable<BatchSetup['sample']>): ReadonlySet<number> {
  const random = seededRandom(seed);
  const keys = Float64Array.from({ length: count }, random);
  const order = Uint32Array.from(keys, (_, index) => index).sort((a, b) => keys[a]! - keys[b]!);
  return new Set(Array.from(order.subarray(0, size), (index) => index + 1));
}

/** The number of runs, without those of other shards; undefined where counting takes too long. */
export async function countRuns(
  { sources, limit = MAX_ROWS, sample, shard = { index: 1, count: 1 }, candidates }: BatchSetup,
  signal?: AbortSignal,
): Promise<number | undefined> {
  let rows = 0;
  for (const source of sources) {
    if (!source.count) return undefined;
    rows += await source.count(signal);
  }
  if (sample) {
    const numbers = [...chooseRows(rows, sample)];
    return numbers.filter((row) => (row - shard.index) % shard.count === 0).length * candidates.length;
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
    const bound = whyBroken(cells) ?? (await mapping.bind(cells, source, signal).catch(toFailure));
    return Promise.all(
      setup.candidates.map(async (candidate): Promise<PlannedRow> => {
        const { place, route, name, connection } = candidate;
        const isCostLimited = setup.maxCost !== undefined;
        const common = { ...setup.run, task: setup.task, place };
        const planned = { row: number, source: source.name, columns, cells, mapping, candidate };
        const fail = (error: Failure, values = {}, input = {}): PlannedRow => {
          const hash = hashRow([
            name,
            setup.task.id,
            Object.entries(cells).map(([key, cell]) => [key, cellText(cell)]),
          ]);
          return { ...planned, spec: { ...common, values }, values, input, hash, error };
        };
        if (isFailure(bound)) return fail(bound);
        const { values, chat, input } = bound;
        const spec = { ...common, values, chat };
        try {
          const prepared = await prepareRun(connection, spec, { signal, route, isCostLimited });
          refuseAccessTokens(prepared.request.wire, connection.token);
          const hash = await hashRequest(prepared.request.wire, connection);
          return { ...planned, spec, values, input, prepared, hash };
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
