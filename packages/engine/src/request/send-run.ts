import { OutputError, InferenceError } from '../errors/index.ts';
import type { JsonValue } from '../fields/index.ts';
import {
  findReason,
  findReportedError,
  withTotalDeadline,
  type Connection,
  failureOptions,
  getReason,
  hintForResponse,
  limits,
  plausibleWait,
  readFailureBody,
  readJson,
  reportedOptions,
  getRetryAfter,
  send,
  waitForServer,
  type HttpResponse,
  type FailureBody,
  type Progress,
  type ReportedError,
} from '../http/index.ts';
import { isModelId, modelPath } from '../hub/index.ts';
import { type ResultView, getResponseMedia } from '../results/index.ts';
import { parseAnswer } from '../spec/index.ts';
import { AUTO } from '../spec/place.ts';
import { getForm, taskNamed } from '../tasks/index.ts';
import { amountIn, mapStrings, redact, withoutToken, redactValue } from '../text/index.ts';
import { readChatStream, type ChatPiece } from './chat-reader.ts';
import { findChatError } from './chat-completion.ts';
import {
  getProviderName,
  type InferenceRequest,
  type PlannedRun,
  type Route,
  type Server,
  type Target,
} from './inference-request.ts';
import { readResult, checkedMedia, readMedia } from './media-response.ts';
import type { ProviderJob, QueueState } from './provider-job.ts';

export interface RunResult {
  /** What is known of it, also from the history. */
  readonly run: Pick<PlannedRun, 'task' | 'parameters'> & { readonly route: Target & Server };
  /** The validated response, as `--json` prints it. */
  readonly value: unknown;
  readonly view: ResultView;
  /** The answer as a value that fits the schema of the run. */
  readonly parsed?: JsonValue | undefined;
  /** From sending to the last byte. */
  readonly seconds: number;
  /** From sending to the first piece of a streamed text. */
  readonly firstTokenSeconds?: number | undefined;
  /** From `x-inference-provider`. */
  readonly provider?: string | undefined;
  /** US dollars, from `usage.estimated_cost`. */
  readonly cost?: number | undefined;
  /** Tokens, if the server reports them. */
  readonly usage?: { readonly input: number; readonly output: number } | undefined;
}

/**
 * Sends a request and reads the response.
 * @throws OutputError, and what the runner of its route throws
 */
export async function run(
  connection: Connection,
  request: InferenceRequest,
  handlers: RunHandlers = {},
): Promise<RunResult> {
  const { task, route, stream, values, schema } = request.run;
  const { conversation } = route;
  const started = performance.now();
  const getSeconds = () => (performance.now() - started) / 1000;
  let firstTokenSeconds: number | undefined;
  const { value: raw, response } = await runners[route.kind](withTotalDeadline(connection), request, {
    ...handlers,
    onEvent(event) {
      if (event.type === 'text' || event.type === 'reasoning') firstTokenSeconds ??= getSeconds();
      handlers.onEvent?.(event);
    },
  });
  const reported = conversation ? findChatError(raw) : findReportedError(raw);
  if (conversation) redactEncoded(raw, response.token);
  const { value, view } = await readResult(getForm(taskNamed(task), conversation).result, raw, values).catch(
    (error: unknown) => {
      const failure = reported ?? findReason(raw);
      if (!(error instanceof OutputError)) throw error;
      throw failure ? reportedError(failure, response) : Object.assign(error, { received: raw });
    },
  );
  if (conversation) redactEncoded(view, response.token);
  const text = view.kind === 'text' ? view.text : '';
  if (reported) {
    if (!stream && text !== '') handlers.onEvent?.({ type: 'text', text });
    throw reportedError(reported, response);
  }
  const parsed =
    schema &&
    (await parseAnswer(schema, text, connection.transport).catch((error: unknown) => {
      if (!stream && text !== '') handlers.onEvent?.({ type: 'text', text });
      throw error;
    }));
  // A longer header is not the name of a provider.
  const named = /^.{1,100}$/.exec(response.headers.get('x-inference-provider') ?? '')?.[0];
  const provider = named && redact(named, response.token);
  const seconds = getSeconds();
  return { run: request.run, value, view, parsed, seconds, firstTokenSeconds, provider, ...usageIn(raw) };
}

/** Redacts a token in place, also where JSON in a string escapes it. */
function redactEncoded(value: unknown, token = ''): void {
  const mayContainToken = (text: string) => text.includes('\\') || text.includes(token);
  if (token) mapStrings(value, (text) => (mayContainToken(text) ? withoutToken(text, token) : text));
}

/** More than any request has. */
const MAX_TOKENS = 1e9;
/** US dollars; more than any request costs. */
const MAX_COST = 1e6;

/** What the server reports; numbers that cannot be true are unknown. */
function usageIn(response: unknown): Pick<RunResult, 'cost' | 'usage'> {
  const { usage } = (response ?? {}) as { usage?: Readonly<Record<string, unknown>> | null };
  const tokens = ['prompt_tokens', 'completion_tokens'].map((name) => amountIn(usage?.[name], MAX_TOKENS));
  return {
    cost: amountIn(usage?.['estimated_cost'], MAX_COST),
    usage: tokens.every(Number.isInteger) ? { input: tokens[0]!, output: tokens[1]! } : undefined,
  };
}

/** The provider that ran a model; undefined if the router chose it and did not say so. */
export function findProvider({ provider, run: { route } }: RunResult): string | undefined {
  const name = provider ?? getProviderName(route);
  return name === AUTO ? undefined : name;
}

/** The provider has queued the run, or runs it. */
export type QueueEvent = QueueState & {
  readonly type: 'queue';
  readonly provider: string;
  /** Seconds after which the run times out. */
  readonly timeout: number;
  /** Finds the run again. */
  readonly job: ProviderJob;
};

export type RunEvent =
  | ({ readonly type: 'progress' } & Progress)
  /** The model is loading; `seconds` is the server's estimate. */
  | { readonly type: 'waiting'; readonly seconds?: number }
  | QueueEvent
  | ChatPiece;

export interface RunHandlers {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  /** Whether a request is repeated once after a 503. Default: true. */
  readonly isRepeated?: boolean;
}

/** A response with its value in the format of the Hub, or of a chat, which is not checked yet. */
interface RawResponse {
  readonly value: unknown;
  readonly response: HttpResponse;
}

/**
 * Sends the request of a run and reads the response.
 * @throws InferenceError, OutputError, StreamError, IncompleteAnswerError, and what `send` throws
 */
type Runner = (
  connection: Connection,
  request: InferenceRequest,
  handlers: RunHandlers,
) => Promise<RawResponse>;

type Reader = (response: HttpResponse, ...run: Parameters<Runner>) => Promise<unknown>;

/** Conversations have the same format at all servers. */
function overHttp(read: Reader): Runner {
  return async (connection, request, handlers) => {
    const response = await sendWithRetry(connection, request, handlers);
    const reader = request.run.route.conversation ? readChat : read;
    return { response, value: await reader(response, connection, request, handlers) };
  };
}

const readChat: Reader = (response, _connection, { run }, { onEvent }) =>
  run.stream ? readChatStream(response, (piece) => onEvent?.(piece)) : readJson(response);

const readHubFormat: Reader = (response, _connection, { run }) => {
  const media = getResponseMedia(taskNamed(run.task).result.kind);
  return media ? readMedia(response, media) : readJson(response);
};

const readProviderFormat: Reader = async (response, connection, request, { signal, onEvent }) => {
  const { readProviderResponse } = await import('./provider.ts');
  const { contentType: type, token } = response;
  const received = /\bjson\b/i.test(type)
    ? await readJson(response)
    : new Blob([await response.bytes(limits.media)], { type });
  const reported = findReportedError(received);
  if (reported) throw reportedError(reported, response);
  const failureOf = (failed: HttpResponse) => inferenceError(request, failed, connection);
  const read = await readProviderResponse(connection, request, received, {
    failureOf,
    signal,
    onEvent,
  }).catch((error: unknown) => {
    const reason = error instanceof OutputError ? findReason(received) : undefined;
    if (!(error instanceof OutputError) || received instanceof Blob) throw error;
    throw reason
      ? reportedError(reason, response)
      : Object.assign(error, { received: redactValue(received, token) });
  });
  const media = getResponseMedia(taskNamed(request.run.task).result.kind);
  if (!media) return redactValue(read, token);
  const blob = read instanceof Blob ? read : new Blob();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return checkedMedia(bytes, media, blob.type, { url: request.wire.url, token });
};

/** The runner of each kind of route. */
const runners: Readonly<Record<Route['kind'], Runner>> = {
  endpoint: overHttp(readHubFormat),
  'hf-inference': overHttp(readHubFormat),
  'chat-router': overHttp(readChat),
  provider: overHttp(readProviderFormat),
};

/** Retries once after a 503, with a header that makes the server wait for the model. */
async function sendWithRetry(
  connection: Connection,
  request: InferenceRequest,
  { signal, onEvent, isRepeated = true }: RunHandlers,
): Promise<HttpResponse> {
  const { route } = request.run;
  const wire = { ...request.wire, base: route.kind === 'provider' ? route.url : undefined };
  const onProgress = (progress: Progress) => onEvent?.({ type: 'progress', ...progress });
  let response = await send(connection, wire, { signal, onProgress });
  if (response.status === 503 && isRepeated) {
    const failure = await readFailureBody(response);
    const estimate = (failure.json as { estimated_time?: unknown } | undefined)?.estimated_time;
    const after = getRetryAfter(response.headers);
    onEvent?.({ type: 'waiting', seconds: plausibleWait(estimate) ?? after });
    const error = await inferenceError(request, response, connection, failure);
    await waitForServer(connection, after ?? 0, error, signal);
    const headers = { ...wire.headers, 'X-Wait-For-Model': 'true' };
    response = await send(connection, { ...wire, headers }, { signal, onProgress });
  }
  if (!response.isOk) throw await inferenceError(request, response, connection);
  return response;
}

function reportedError(reported: ReportedError, response: HttpResponse): OutputError {
  const message = `the server reported an error: ${reported.reason}`;
  return new OutputError(message, { ...response, ...reportedOptions(reported, response) });
}

/** Statuses for models without chat support (specification, section 8). */
const noChat = new Set([400, 404, 422, 500]);
const MAX_QUOTED = 200;

/**
 * The error for a failed response, with the message of the specification, section 8.
 * @param alreadyRead the body, unless it still has to be read
 */
async function inferenceError(
  request: InferenceRequest,
  response: HttpResponse,
  { hubUrl, token }: Pick<Connection, 'hubUrl' | 'token'>,
  alreadyRead?: FailureBody,
): Promise<InferenceError> {
  const body = alreadyRead ?? (await readFailureBody(response));
  const { model, kind } = request.run.route;
  const reason = kind === 'endpoint' ? body.reason : getReason(body, response.status, token);
  const page = model !== undefined && isModelId(model) ? `${hubUrl}/${modelPath(model)}` : undefined;
  const hint = hintForResponse(response, hubUrl, page);
  return new InferenceError(getMessage(request, response.status, { ...body, reason }), {
    ...failureOptions(response, body),
    hint: bodyExcerpt(body) + hint,
  });
}

function getMessage({ wire, run }: InferenceRequest, status: number, { json, reason }: FailureBody): string {
  if (json !== undefined && reason !== undefined) {
    // The specified sentence would blame the model for a parameter.
    const words = new Set(reason.split(/\W+/));
    const isAboutParameter = run.parameters.some(({ name }) => words.has(name));
    if (!run.route.conversation || !noChat.has(status) || isAboutParameter) return reason;
    return `Server ${run.route.model ?? wire.url} does not seem to support chat completion. Error: ${reason}`;
  }
  return run.stream
    ? `Server response contains error: ${status}`
    : 'An error occurred while fetching the blob';
}

/** The message for bodies that are not JSON is fixed, so the hint quotes them. */
function bodyExcerpt({ json, reason }: FailureBody): string {
  return json === undefined && reason ? `The server responded: ${reason.slice(0, MAX_QUOTED)}. ` : '';
}
