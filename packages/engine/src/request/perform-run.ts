import {
  computeCost,
  findRates,
  OUTPUT_LIMIT_NOTE,
  requireCounts,
  withOutputLimit,
  type Budget,
  type Charge,
  type Rates,
} from '../cost.ts';
import {
  asFailure,
  CanceledError,
  InputError,
  IncompleteAnswerError,
  ServerError,
  type Failure,
} from '../errors/index.ts';
import { defaultDeadlines, type Connection, withTotalDeadline } from '../http/index.ts';
import { parameterNotes, loadParameterSpecs, parseParameters, type Task } from '../tasks/index.ts';
import { readSchema, withSchema, type RunSpec } from '../spec/index.ts';
import { buildRequest } from './build.ts';
import type { InferenceRequest, Route } from './inference-request.ts';
import { withJobAnswer, type ProviderJob } from './provider-job.ts';
import { findRoute } from './route.ts';
import { addPiece, receivedText, type PartialAnswer } from './partial-answer.ts';
import { run, type RunResult, type RunEvent } from './send-run.ts';

interface PrepareOptions {
  readonly signal?: AbortSignal | undefined;
  /** The route of the place, if it was found before. */
  readonly route?: Route | undefined;
  /** Whether the answer has to have a limit, because the cost has one. */
  readonly isCostLimited?: boolean | undefined;
  /** Inputs that depend on the model that runs. */
  readonly fillIn?: (model: string | undefined) => Promise<Pick<RunSpec, 'values' | 'chat'>>;
}

export interface PreparedRun {
  readonly request: InferenceRequest;
  /** One sentence per parameter that is unknown, added, or sent under another name. */
  readonly parameterNotes: readonly string[];
}

/**
 * Finds the route of a run and builds its request. Nothing is sent to a model.
 * @throws what `findRoute`, `parseParameters` and `buildRequest` throw
 */
export async function prepareRun(
  connection: Connection,
  { task, place, parameters: given = {}, group: _group, candidate: _candidate, ...spec }: RunSpec,
  { signal, route: knownRoute, isCostLimited = false, fillIn }: PrepareOptions = {},
): Promise<PreparedRun> {
  const route = knownRoute ?? (await findRoute(connection, task, place, signal));
  if (spec.schema !== undefined) requireChat(route);
  const schema = typeof spec.schema === 'string' ? await readSchema(spec.schema) : spec.schema;
  const typed = isCostLimited ? withOutputLimit(task, route.conversation, given) : given;
  const limitNote = typed === given ? [] : [OUTPUT_LIMIT_NOTE];
  const parameters = schema ? withSchema(typed, schema) : typed;
  const { values, ...options } = { ...spec, ...(await fillIn?.(route.model)) };
  const hasParameters = Object.keys(parameters).length > 0;
  const specs = hasParameters ? await loadParameterSpecs(task, route.conversation) : [];
  const parsed = parseParameters(specs, parameters);
  const request = await buildRequest(task, route, values, { ...options, parameters: parsed, schema });
  if (isCostLimited) requireCounts(request.wire.body);
  return { request, parameterNotes: [...parameterNotes(specs, parameters), ...limitNote] };
}

/** @throws InputError for models that do not support conversations */
function requireChat({ conversation, model = 'This endpoint' }: Route): void {
  if (conversation) return;
  const hint = 'Choose a chat model, or remove the schema.';
  throw new InputError(`${model} does not support schemas for its answer`, { hint });
}

/** Longer deadlines for a task that needs them, unless the user has set one (`--timeout`). */
function withLongDeadlines(connection: Connection, { maxMinutes }: Task): Connection {
  if (maxMinutes === undefined || connection.deadlines !== defaultDeadlines) return connection;
  const total = maxMinutes * 60;
  return { ...connection, deadlines: { ...defaultDeadlines, firstByte: total, total } };
}

interface Ended {
  readonly startedAt: Date;
  /** Until the run ended. */
  readonly seconds: number;
  /** Undefined if the run ended before there was one, and for runs of the history. */
  readonly request?: InferenceRequest | undefined;
  /** US dollars that it may have cost, if that is unknown and was bounded before. */
  readonly costBound?: number | undefined;
}

export interface DoneRun extends Ended {
  readonly status: 'done';
  readonly result: RunResult;
}

/** Includes runs that were refused before anything was sent. */
interface FailedRun extends Ended {
  readonly status: 'failed';
  readonly error: Failure;
  readonly partial?: PartialAnswer | undefined;
}

interface CanceledRun extends Ended {
  readonly status: 'canceled';
  readonly partial?: PartialAnswer | undefined;
}

/** How a run ended. */
export type EndedRun = DoneRun | FailedRun | CanceledRun;

export interface PerformOptions extends Pick<PrepareOptions, 'signal' | 'route'> {
  readonly onEvent?: (event: RunEvent) => void;
  /** Follows a run that the provider has queued, instead of sending the request again. */
  readonly job?: (ProviderJob & { readonly startedAt: Date }) | undefined;
  /** Called before the request is sent. What it throws ends the run. */
  readonly onPrepared?: (prepared: PreparedRun) => void | Promise<void>;
  /** Called with the result before its cost is looked up. */
  readonly onResult?: (run: DoneRun) => void;
  /** Whether to look up the cost if the server does not report it. Default: true. */
  readonly isPriced?: boolean;
  /** Counts the run. Without one, there is no limit of its cost. */
  readonly budget?: Budget | undefined;
  /** Those of the servers that may answer, if they were looked up before. */
  readonly rates?: Rates | undefined;
  /** The run, if it was prepared before. */
  readonly prepared?: PreparedRun;
  /** Whether a request is repeated once after a 503. Default: true. */
  readonly isRepeated?: boolean;
}

/**
 * Prepares a run, sends it, reads the response and computes its cost. Never throws: whatever happens, the run ends with
 * one value.
 */
export async function performRun(
  connection: Connection,
  spec: RunSpec,
  {
    signal,
    route,
    onEvent,
    job,
    onPrepared,
    onResult,
    isPriced = true,
    isRepeated = true,
    budget,
    ...options
  }: PerformOptions = {},
): Promise<EndedRun> {
  const startedAt = job?.startedAt ?? new Date();
  const started = performance.now() - (Date.now() - startedAt.getTime());
  const open = job ? withJobAnswer(connection, job) : connection;
  const getConnection = () => withTotalDeadline(withLongDeadlines(open, spec.task));
  const within = getConnection();
  let request: InferenceRequest | undefined;
  let partial: PartialAnswer | undefined;
  let charge: Charge | undefined;
  const handle = (event: RunEvent) => {
    if (!['progress', 'waiting', 'queue'].includes(event.type)) partial = addPiece(partial, event);
    onEvent?.(event);
  };
  const ended = () => ({ startedAt, seconds: (performance.now() - started) / 1000, request });
  /** Counts what the run cost. It may have been billed unless the server refused it. */
  function settle(run: EndedRun): EndedRun {
    const isFree = run.status === 'failed' && !partial && isRefusal(run.error);
    const cost = run.status === 'done' ? run.result.cost : isFree ? 0 : undefined;
    charge?.settle(cost, run.status === 'done' ? run.result.seconds : run.seconds);
    return cost === undefined ? { ...run, costBound: charge?.bound } : run;
  }
  try {
    const isCostLimited = budget !== undefined;
    const prepared = options.prepared ?? (await prepareRun(within, spec, { signal, route, isCostLimited }));
    request = prepared.request;
    await onPrepared?.(prepared);
    const rates = options.rates ?? (budget && (await findRates(within, request.run.route, signal)));
    charge = rates && (await budget?.reserve(request, rates));
    // It may have waited.
    const result = await run(getConnection(), request, {
      signal,
      isRepeated,
      onEvent: handle,
    });
    const known = job ? { ...result, seconds: ended().seconds } : result;
    const done = { status: 'done', ...ended(), result: known } as const;
    onResult?.(done);
    const cost = isPriced || rates ? await computeCost(within, known, signal, rates) : known.cost;
    return settle(cost === known.cost ? done : { ...done, result: { ...known, cost } });
  } catch (thrown) {
    const error = signal?.aborted ? new CanceledError() : asFailure(thrown);
    const received = partial ? '' : receivedText(error);
    if (received !== '') handle({ type: 'text', text: received });
    if (error instanceof IncompleteAnswerError && error.partial !== '')
      partial = { ...partial, text: error.partial };
    if (error.outcome === 'canceled') return settle({ status: 'canceled', ...ended(), partial });
    return settle({ status: 'failed', ...ended(), error, partial });
  }
}

/** Whether an error means that no model ran. A status that is reported in an answer is no proof. */
const isRefusal = (error: Failure) =>
  'isUnsent' in error || (error instanceof ServerError && (error.status < 500 || error.status === 503));
