import { asFailure, CanceledError, IncompleteAnswerError, type Failure } from '../errors/index.ts';
import type { JsonSchema, Values } from '../fields/index.ts';
import { defaultDeadlines, type Connection, withTimeout, withTotalDeadline } from '../http/index.ts';
import {
  parameterNotes,
  loadParameterSpecs,
  parseParameters,
  type Chat,
  type Task,
  type TypedParameters,
} from '../tasks/index.ts';
import { readSchema, requireChat, withSchema } from './answer-schema.ts';
import { buildRequest } from './build.ts';
import { fetchPrices, type Price } from '../hub/index.ts';
import { getServerName, type InferenceRequest, type Route, type RunOptions } from './inference-request.ts';
import { withJobAnswer, type ProviderJob } from './provider-job.ts';
import { findRoute, type Destination } from './route.ts';
import { addPiece, receivedText, type PartialAnswer } from './partial-answer.ts';
import { run, type RunResult } from './run.ts';
import type { RunEvent } from './runners.ts';

export interface RunSetup extends Omit<RunOptions, 'parameters' | 'chat' | 'schema'> {
  readonly task: Task;
  readonly destination: Destination;
  /** The route of the destination, if it was found before. */
  readonly route?: Route | undefined;
  /** The inputs, or a function that returns them for the model that runs. */
  readonly values: Values | ((model: string | undefined) => Promise<Values>);
  readonly parameters?: TypedParameters;
  /** A conversation, or a function that returns it for the model that runs. */
  readonly chat?: Chat | ((model: string | undefined) => Promise<Chat | undefined>) | undefined;
  /** Checked, or as it was typed. */
  readonly schema?: JsonSchema | string | undefined;
}

export interface PreparedRun {
  readonly request: InferenceRequest;
  /** One sentence per parameter that is unknown or sent under another name. */
  readonly parameterNotes: readonly string[];
}

/**
 * Finds the route of a run and builds its request. Nothing is sent to a model.
 * @throws what `findRoute`, `parseParameters` and `buildRequest` throw
 */
export async function prepareRun(
  connection: Connection,
  { task, destination, route: knownRoute, values, parameters: typed = {}, chat, ...options }: RunSetup,
  signal?: AbortSignal,
): Promise<PreparedRun> {
  const route = knownRoute ?? (await findRoute(connection, task, destination, signal));
  if (options.schema !== undefined) requireChat(route);
  const schema = typeof options.schema === 'string' ? await readSchema(options.schema) : options.schema;
  const parameters = schema ? withSchema(typed, schema) : typed;
  const inputValues = typeof values === 'function' ? await values(route.model) : values;
  const continued = typeof chat === 'function' ? await chat(route.model) : chat;
  const hasParameters = Object.keys(parameters).length > 0;
  const specs = hasParameters ? await loadParameterSpecs(task, route.conversation) : [];
  const parsed = parseParameters(specs, parameters);
  const request = await buildRequest(task, route, inputValues, {
    ...options,
    parameters: parsed,
    chat: continued,
    schema,
  });
  return { request, parameterNotes: parameterNotes(specs, parameters) };
}

/** Longer deadlines for a task that needs them, unless the user has set one (`--timeout`). */
export function withLongDeadlines(connection: Connection, { maxMinutes }: Task): Connection {
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
  /** Follows a run that the provider has queued, instead of sending the request again. */
  readonly job?: (ProviderJob & { readonly startedAt: Date }) | undefined;
  /** Called before the request is sent. What it throws ends the run. */
  readonly onPrepared?: (prepared: PreparedRun) => void | Promise<void>;
  /** Called with the result before its cost is looked up. */
  readonly onResult?: (run: DoneRun) => void;
  /** Whether to look up the cost if the server does not report it. Default: true. */
  readonly isPriced?: boolean;
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
  setup: RunSetup,
  {
    signal,
    onEvent,
    job,
    onPrepared,
    onResult,
    isPriced = true,
    isRepeated = true,
    ...options
  }: PerformOptions = {},
): Promise<EndedRun> {
  const startedAt = job?.startedAt ?? new Date();
  const started = performance.now() - (Date.now() - startedAt.getTime());
  const open = job ? withJobAnswer(connection, job) : connection;
  const within = withTotalDeadline(withLongDeadlines(open, setup.task));
  let request: InferenceRequest | undefined;
  let partial: PartialAnswer | undefined;
  const handle = (event: RunEvent) => {
    if (!['progress', 'waiting', 'queue'].includes(event.type)) partial = addPiece(partial, event);
    onEvent?.(event);
  };
  const ended = () => ({ startedAt, seconds: (performance.now() - started) / 1000, request });
  try {
    const prepared = options.prepared ?? (await prepareRun(within, setup, signal));
    request = prepared.request;
    await onPrepared?.(prepared);
    const result = await run(within, request, {
      signal,
      isRepeated,
      onEvent: handle,
    });
    const known = job ? { ...result, seconds: ended().seconds } : result;
    const done = { status: 'done', ...ended(), result: known } as const;
    onResult?.(done);
    const cost = isPriced ? await computeCost(within, known, signal) : known.cost;
    return cost === known.cost ? done : { ...done, result: { ...known, cost } };
  } catch (thrown) {
    const error = signal?.aborted ? new CanceledError() : asFailure(thrown);
    const received = partial ? '' : receivedText(error);
    if (received !== '') handle({ type: 'text', text: received });
    if (error instanceof IncompleteAnswerError && error.partial !== '')
      partial = { ...partial, text: error.partial };
    if (error.outcome === 'canceled') return { status: 'canceled', ...ended(), partial };
    return { status: 'failed', ...ended(), error, partial };
  }
}

/** Milliseconds; the result is there already. */
const MAX_WAIT = 5000;

/**
 * The cost of a run in US dollars: what the server reports, else its tokens at the router's price of the provider.
 * @returns undefined if it is unknown
 */
export async function computeCost(
  connection: Connection,
  result: RunResult,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const { model } = result.run.route;
  if (result.cost !== undefined || !result.usage || getPricedServer(result) === undefined) return result.cost;
  const prices = await withTimeout(MAX_WAIT, signal, (within) =>
    fetchPrices(connection, model!, within),
  ).catch(() => undefined);
  return prices && getCost(result, prices);
}

/** The same at known prices of the model. */
export function getCost(result: RunResult, prices: ReadonlyMap<string, Price>): number | undefined {
  const { usage, cost } = result;
  const price = prices.get(getPricedServer(result) ?? '');
  return cost ?? (usage && price && (usage.input * price.input + usage.output * price.output) / 1e6);
}

/** The provider whose price applies; undefined if there is none. */
function getPricedServer({ run: { route }, provider }: RunResult): string | undefined {
  const { kind, model, conversation } = route;
  if (!conversation || model === undefined || kind === 'endpoint') return undefined;
  return provider ?? (kind === 'chat-router' ? undefined : getServerName(route));
}
