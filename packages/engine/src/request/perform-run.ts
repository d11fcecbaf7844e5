import { asFailure, CanceledError, IncompleteAnswerError, type Failure } from '../errors/index.ts';
import { withTotalDeadline, type Connection } from '../http/index.ts';
import { computeCost } from './cost.ts';
import type { InferenceRequest } from './inference-request.ts';
import { addPiece, type PartialAnswer } from './partial-answer.ts';
import { prepareRun, type PreparedRun, type RunSetup } from './prepare-run.ts';
import { run, type RunEvent, type RunResult } from './run.ts';

interface Ended {
  readonly startedAt: Date;
  /** Until the run ended. */
  readonly seconds: number;
  /** Undefined if the run ended before there was one, and for runs of the history. */
  readonly request?: InferenceRequest | undefined;
}

export interface DoneRun extends Ended {
  readonly status: 'done';
  readonly result: RunResult;
}

/** Includes runs that were refused before anything was sent. */
export interface FailedRun extends Ended {
  readonly status: 'failed';
  readonly error: Failure;
  readonly partial?: PartialAnswer | undefined;
}

export interface CanceledRun extends Ended {
  readonly status: 'canceled';
  readonly partial?: PartialAnswer | undefined;
}

/** How a run ended. */
export type EndedRun = DoneRun | FailedRun | CanceledRun;

export interface PerformOptions {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  /** Called before the request is sent. What it throws ends the run. */
  readonly onPrepared?: (prepared: PreparedRun) => void | Promise<void>;
  /** Called with the result before its cost is looked up. */
  readonly onResult?: (run: DoneRun) => void;
  /** Whether to look up the cost if the server does not report it. Default: true. */
  readonly isPriced?: boolean;
}

/**
 * Prepares a run, sends it, reads the response and computes its cost. Never throws: whatever happens, the run ends with
 * one value.
 */
export async function performRun(
  connection: Connection,
  setup: RunSetup,
  { signal, onEvent, onPrepared, onResult, isPriced = true }: PerformOptions = {},
): Promise<EndedRun> {
  const startedAt = new Date();
  const started = performance.now();
  const within = withTotalDeadline(connection);
  let request: InferenceRequest | undefined;
  let partial: PartialAnswer | undefined;
  const ended = () => ({ startedAt, seconds: (performance.now() - started) / 1000, request });
  try {
    const prepared = await prepareRun(within, setup, signal);
    request = prepared.request;
    await onPrepared?.(prepared);
    const result = await run(within, request, {
      signal,
      onEvent(event) {
        if (event.type !== 'progress' && event.type !== 'waiting') partial = addPiece(partial, event);
        onEvent?.(event);
      },
    });
    const done = { status: 'done', ...ended(), result } as const;
    onResult?.(done);
    const cost = isPriced ? await computeCost(within, result, signal) : result.cost;
    return cost === result.cost ? done : { ...done, result: { ...result, cost } };
  } catch (thrown) {
    const error = signal?.aborted ? new CanceledError() : asFailure(thrown);
    if (error instanceof IncompleteAnswerError && error.partial !== '')
      partial = { ...partial, text: error.partial };
    if (error.outcome === 'canceled') return { status: 'canceled', ...ended(), partial };
    return { status: 'failed', ...ended(), error, partial };
  }
}
