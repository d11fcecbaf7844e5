import { asFailure, describeFailure, type Failure } from '../errors/index.ts';
import { addCost, CostLimitError, createBudget, noCosts, type Costs } from '../cost.ts';
import { isOutOfHandles, MAX_SERVER_WAIT, pause } from '../http/index.ts';
import { performRun, prepareRun, type DoneRun, type EndedRun } from '../request/index.ts';
import type { Media } from '../results/index.ts';
import { hasAccessToken, own, redactAccessTokens, toBase64 } from '../text/index.ts';
import { toReadableLine, type BatchLine } from './batch-line.ts';
import { cellText } from './cells.ts';
import { keyNumbering, type KnownKeys } from './keys.ts';
import { getVariant, planRows, type BatchSetup, type PlannedRow } from './plan-rows.ts';
import { checkAnswer } from './prompt.ts';

/** What a batch has read: lines of these sources and candidates that it did not keep have no row any more. */
export interface SourceScope {
  readonly sources: readonly string[];
  readonly variant: string | undefined;
  readonly candidates: readonly { readonly model: string; readonly provider: string }[];
}

/** Where the lines of a batch go, and what was there before. */
export interface BatchJournal extends KnownKeys {
  /** US dollars that the lines cost before this batch. */
  readonly spent: number;
  /** Those lines of answers with an unknown cost that has no bound. */
  readonly uncounted?: number;
  append(line: BatchLine): Promise<void>;
  /** A row of the source, and the line that it has already. */
  keep?(line: Pick<BatchLine, 'key' | 'row' | 'columns'>): void;
  /** Called at the end of a batch that has read its sources completely. */
  complete?(scope: SourceScope): void;
  /** Saves the file of a result. @returns its name; undefined to keep its data in the line */
  saveMedia(media: Media, key: string): Promise<string | undefined>;
}

/** Why a batch ended before its last row. */
export type StopReason = 'interrupted' | 'refused' | 'alike' | 'cost' | 'source' | 'output';

/** Counts of runs, which are rows times candidates, and what this batch costs. */
export interface BatchProgress extends Costs {
  readonly done: number;
  readonly failed: number;
  /** Those that the output contained already. */
  readonly skipped: number;
  /** Of those, the failed ones. */
  readonly skippedFailures: number;
  /** Seconds since the batch started. */
  readonly seconds: number;
  /** Lines of earlier batches that the limit of the cost does not count. */
  readonly uncounted: number;
  /** Seconds until a provider or the server of the source accepts requests again. */
  readonly paused: number;
  /** Failures by cause. */
  readonly causes: ReadonlyMap<string, number>;
  readonly models: readonly { readonly model: string; readonly done: number; readonly failed: number }[];
  /** Answers that passed each test of a prompt file, and all that were tested. */
  readonly checks: ReadonlyMap<string, readonly [passed: number, tested: number]>;
  /** Lines without input and columns, which are too large. */
  readonly shortened?: number;
}

export interface BatchSummary extends BatchProgress {
  readonly stop?: { readonly reason: StopReason; readonly error?: Failure | undefined } | undefined;
}

export interface BatchHandlers {
  /** Starts no more runs; those in flight end. */
  readonly stop?: AbortSignal | undefined;
  /** Cancels the runs in flight too. */
  readonly cancel?: AbortSignal | undefined;
  readonly onProgress?: (progress: BatchProgress) => void;
}

/** The first runs that may fail alike before the batch stops. */
const MAX_ALIKE = 20;
/** Milliseconds between reports of the progress. */
const PROGRESS_INTERVAL = 100;
/** Of a row, when the provider answers 429 or 503. */
const MAX_ATTEMPTS = 8;

/** Milliseconds that a row waits while too many files and connections are open. */
const MAX_FULL = 600_000;

/** `RATE_LIMITED (429)` */
function getCause({ code = 'UNEXPECTED', status }: NonNullable<BatchLine['error']>): string {
  return typeof status === 'number' ? `${code} (${status})` : code;
}

/** Parts of a line without access tokens. */
function withoutTokens<Parts extends object>(parts: Parts, token: string | undefined): Parts {
  const text = JSON.stringify(parts);
  return hasAccessToken(text, token) ? (JSON.parse(redactAccessTokens(text, token)) as Parts) : parts;
}

/**
 * Runs all rows with all candidates, and writes a line for each to the journal. Never throws: problems of the source or
 * the output stop the batch.
 */
export async function runBatch(
  setup: BatchSetup,
  journal: BatchJournal,
  { stop, cancel, onProgress }: BatchHandlers = {},
): Promise<BatchSummary> {
  const { candidates, shard, maxCost } = setup;
  const started = performance.now();
  const counts = { done: 0, failed: 0, skipped: 0, skippedFailures: 0, shortened: 0 };
  let costs: Costs = noCosts;
  const causes = new Map<string, number>();
  const checks = new Map<string, readonly [number, number]>();
  const models = candidates.map(({ name }) => ({ model: name, done: 0, failed: 0 }));
  const budget = createBudget({ limit: maxCost, spent: journal.spent, waits: true });
  const uncounted = maxCost === undefined ? 0 : (journal.uncounted ?? 0);
  const variant = getVariant(setup);
  const named = variant === undefined ? {} : { variant };
  const toKey = keyNumbering(shard ?? { index: 1, count: 1 }, journal);
  const maxActive = 2 * candidates.length * setup.concurrency;
  const active = new Set<Promise<void>>();
  const reading = new AbortController();
  let reporting: ReturnType<typeof setTimeout> | undefined;
  let ended: BatchSummary['stop'];
  let sourceWaitsUntil = 0;

  const end = (reason: StopReason, error?: Failure) => {
    ended ??= { reason, error };
    reading.abort();
    budget.close();
    for (const { limiter } of candidates) limiter.close();
  };
  const interrupt = () => end('interrupted');
  if (stop?.aborted) interrupt();
  stop?.addEventListener('abort', interrupt, { once: true });

  const getProgress = (): BatchProgress => ({
    ...counts,
    ...costs,
    uncounted,
    seconds: (performance.now() - started) / 1000,
    paused: Math.max(
      (sourceWaitsUntil - performance.now()) / 1000,
      ...candidates.map(({ limiter }) => limiter.getPause()),
    ),
    causes,
    models,
    checks,
  });

  const onSourceWait = (seconds: number) => {
    sourceWaitsUntil = performance.now() + seconds * 1000;
    report();
  };

  /** Later, so that the last of rows that end together is reported too. */
  function report(): void {
    reporting ??= setTimeout(() => {
      reporting = undefined;
      onProgress?.(getProgress());
    }, PROGRESS_INTERVAL);
  }

  async function write(
    planned: PlannedRow,
    key: string,
    outcome: Pick<BatchLine, 'provider' | 'seconds' | 'cost' | 'costBound'> & Partial<BatchLine>,
  ) {
    const { row, candidate, input: sent, columns: others } = planned;
    const part = shard && { shard: `${shard.index}/${shard.count}` };
    const parts = { input: sent, columns: others, error: outcome.error };
    const { input, columns, error } = withoutTokens(parts, candidate.connection.token);
    const origin = { ...(planned.source !== undefined && { source: planned.source }), ...part };
    const head = { key, row, task: setup.task.id, ...origin, input, columns, model: candidate.name };
    const line = toReadableLine({ ...head, ...named, ...outcome, ...(error && { error }) });
    await journal.append(line);
    const model = models.find((each) => each.model === candidate.name)!;
    const isDone = line.error === undefined;
    const cause = line.error && getCause(line.error);
    if (cause !== undefined) causes.set(cause, (causes.get(cause) ?? 0) + 1);
    counts[isDone ? 'done' : 'failed'] += 1;
    if (line.input !== input) counts.shortened += 1;
    model[isDone ? 'done' : 'failed'] += 1;
    costs = addCost(costs, outcome);
    report();
  }

  async function writeFailure(
    planned: PlannedRow,
    key: string,
    error: Failure,
    { seconds, costBound }: Pick<EndedRun, 'seconds' | 'costBound'> = { seconds: 0 },
  ) {
    const { provider } = planned.candidate;
    await write(planned, key, { provider, seconds, cost: null, costBound, error: describeFailure(error) });
    // Rows that are written together have all been counted by now.
    if (counts.done === 0 && causes.size === 1 && counts.failed >= MAX_ALIKE) end('alike', error);
  }

  async function writeResult(planned: PlannedRow, key: string, { result, costBound }: DoneRun) {
    const { candidate, cells } = planned;
    const { view, seconds, cost = null, provider = candidate.provider } = result;
    const value = 'media' in view ? await describeMedia(view.media, key) : (result.parsed ?? result.value);
    const { checks: tests = [] } = setup.prompt ?? {};
    const answer = view.kind === 'text' ? view.text : '';
    const passed = checkAnswer(tests, answer, (name) => cellText(own(cells, name)));
    for (const [name, isPassed] of Object.entries(passed)) {
      const [before, all] = checks.get(name) ?? [0, 0];
      checks.set(name, [before + Number(isPassed), all + 1]);
    }
    await write(planned, key, {
      ...{ provider, seconds, cost, costBound, value },
      ...(tests.length > 0 ? { checks: passed } : {}),
    });
  }

  async function describeMedia(media: Media, key: string) {
    const { contentType, bytes } = media;
    const file = await journal.saveMedia(media, key);
    const data = file === undefined ? { data: toBase64(bytes) } : {};
    return { contentType, bytes: bytes.length, file: file ?? null, ...data };
  }

  async function runRow(planned: PlannedRow, key: string): Promise<void> {
    const { candidate, error } = planned;
    const { limiter, connection, rates, route } = candidate;
    if (error || !planned.prepared) return writeFailure(planned, key, error!);
    let { spec, prepared } = planned;
    let costBound: number | undefined;
    const began = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      if (!(await limiter.acquire())) return;
      try {
        const options = { budget, rates, isRepeated: false, prepared, signal: cancel };
        const run = await performRun(connection, spec, options);
        if (run.costBound !== undefined) costBound = (costBound ?? 0) + run.costBound;
        if (run.status === 'done') return await writeResult(planned, key, { ...run, costBound });
        if (run.status === 'canceled') return;
        if (run.error instanceof CostLimitError) return end('cost', run.error);
        const status = (run.error as { readonly status?: number }).status;
        if (status === 401 || status === 402) return end('refused', run.error);
        const isFull = isOutOfHandles(run.error) && performance.now() - began < MAX_FULL;
        const isPaused = run.error.name === 'PausedError' || isFull;
        if (limiter.getPause() > MAX_SERVER_WAIT && (isPaused || status === 429 || status === 503))
          return end('refused', run.error);
        if (isPaused) attempt -= 1;
        else if ((status !== 429 && status !== 503) || attempt === MAX_ATTEMPTS) {
          return await writeFailure(planned, key, run.error, { ...run, costBound });
        }
        if (status === 503 && !spec.flags?.includes('wait')) {
          spec = { ...spec, flags: [...(spec.flags ?? []), 'wait'] };
          prepared = await prepareRun(connection, spec, {
            signal: cancel,
            route,
            isCostLimited: maxCost !== undefined,
          });
        }
      } finally {
        limiter.release();
      }
      report();
      // Errors in responses of status 200 do not pause the limiter.
      if (limiter.getPause() === 0) await pause(1000, reading.signal).catch(() => undefined);
    }
  }

  try {
    for await (const planned of planRows(setup, reading.signal, onSourceWait)) {
      if (ended) break;
      report();
      const key = toKey(planned.hash);
      const known = journal.find(key);
      if (known && journal.keep) {
        const { columns } = withoutTokens({ columns: planned.columns }, planned.candidate.connection.token);
        journal.keep({ key, row: planned.row, columns });
      }
      if (known === 'done' || (known === 'failed' && !setup.retriesErrors)) {
        counts.skipped += 1;
        if (known === 'failed') counts.skippedFailures += 1;
        continue;
      }
      const running = runRow(planned, key)
        .catch((error: unknown) => end('output', asFailure(error)))
        .finally(() => active.delete(running));
      active.add(running);
      while (active.size >= maxActive) await Promise.race(active);
    }
  } catch (error) {
    if (!ended) end('source', asFailure(error));
  }
  await Promise.all(active);
  if (!ended && !shard && setup.limit === undefined && !setup.sample)
    journal.complete?.({
      sources: setup.sources.flatMap(({ name }) => name ?? []),
      variant,
      candidates: candidates.map(({ name, provider }) => ({ model: name, provider })),
    });
  clearTimeout(reporting);
  stop?.removeEventListener('abort', interrupt);
  return { ...getProgress(), stop: ended };
}
