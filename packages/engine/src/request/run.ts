import { OutputError } from '../errors/index.ts';
import {
  limits,
  findReason,
  findReportedError,
  pause,
  plausibleWait,
  readFailureBody,
  readJson,
  reportedOptions,
  getRetryAfter,
  send,
  withTotalDeadline,
  type HttpResponse,
  type Connection,
  type Progress,
  type ReportedError,
} from '../http/index.ts';
import { getResponseMedia, type ResultDefinition, type ResultView } from '../results/index.ts';
import { getForm, taskNamed } from '../tasks/index.ts';
import { mapStrings, redact, redactValue, withoutToken } from '../text/index.ts';
import { getRequestUrl } from './request-url.ts';
import { readChatStream, type ChatPiece } from './chat-stream.ts';
import { findChatError } from './chat-chunk.ts';
import { inferenceError, usesHubFormat, type InferenceRequest } from './inference-request.ts';
import { checkedMedia, readMedia, readResult } from './media-response.ts';

export type RunEvent =
  | ({ readonly type: 'progress' } & Progress)
  /** The model is loading; `seconds` is the server's estimate. */
  | { readonly type: 'waiting'; readonly seconds?: number }
  | ChatPiece;

export interface RunHandlers {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
}

/** What is known about the request of a result, including results from the history. */
export type RanRequest = Pick<
  InferenceRequest,
  'task' | 'model' | 'server' | 'url' | 'conversation' | 'parameters'
>;

export interface RunResult {
  readonly request: RanRequest;
  /** The validated response, as `--json` prints it. */
  readonly value: unknown;
  readonly view: ResultView;
  /** From sending to the last byte. */
  readonly seconds: number;
  /** From `x-inference-provider`. */
  readonly provider?: string | undefined;
  /** US dollars, from `usage.estimated_cost`. */
  readonly cost?: number | undefined;
  /** Tokens, if the server reports them. */
  readonly usage?: { readonly input: number; readonly output: number } | undefined;
}

const MAX_WAIT_SECONDS = 60;

/**
 * Sends a request and reads the response. Retries once after a 503, with a header that makes the server wait for the
 * model.
 * @throws InferenceError, OutputError, StreamError, IncompleteAnswerError, and what `send` throws
 */
export async function run(
  connection: Connection,
  request: InferenceRequest,
  handlers: RunHandlers = {},
): Promise<RunResult> {
  const started = performance.now();
  const within = withTotalDeadline(connection);
  const response = await sendWithRetry(within, request, handlers);
  const form = getForm(taskNamed(request.task), request.conversation);
  const definition = form.result as ResultDefinition;
  const raw = await readResponse(within, request, definition, response, handlers);
  const reported = request.conversation ? findChatError(raw) : findReportedError(raw);
  if (request.conversation) redactEncoded(raw, response.token);
  const { value, view } = await readResult(definition, raw, request.values).catch((error: unknown) => {
    const found = reported ?? findReason(raw);
    throw found && error instanceof OutputError ? reportedError(found, response) : error;
  });
  if (request.conversation) redactEncoded(view, response.token);
  if (reported) {
    const text = view.kind === 'text' ? view.text : '';
    if (!request.stream && text !== '') handlers.onEvent?.({ type: 'text', text });
    throw reportedError(reported, response);
  }
  const provider = redact(response.headers.get('x-inference-provider') ?? '', response.token) || undefined;
  const seconds = (performance.now() - started) / 1000;
  return { request, value, view, seconds, provider, ...usageIn(raw) };
}

function reportedError(reported: ReportedError, response: HttpResponse): OutputError {
  const message = `the server reported an error: ${reported.reason}`;
  return new OutputError(message, { ...response, ...reportedOptions(reported, response) });
}

/** Redacts a token in place, also where JSON in a string escapes it. */
function redactEncoded(value: unknown, token = ''): void {
  const mayContainToken = (text: string) => text.includes('\\') || text.includes(token);
  if (token) mapStrings(value, (text) => (mayContainToken(text) ? withoutToken(text, token) : text));
}

async function sendWithRetry(
  connection: Connection,
  request: InferenceRequest,
  handlers: RunHandlers,
): Promise<HttpResponse> {
  const options = {
    signal: handlers.signal,
    onProgress: (progress: Progress) => handlers.onEvent?.({ type: 'progress', ...progress }),
  };
  const { method, headers, body } = request;
  const outgoing = { method, url: getRequestUrl(request, connection), headers, body };
  const first = await send(connection, outgoing, options);
  if (first.status !== 503) return checked(request, first, connection);
  const failure = await readFailureBody(first);
  const estimate = (failure.json as { estimated_time?: unknown } | undefined)?.estimated_time;
  const after = getRetryAfter(first.headers);
  const seconds = plausibleWait(estimate) ?? after;
  handlers.onEvent?.({ type: 'waiting', seconds });
  const wait = Math.min(after ?? 0, MAX_WAIT_SECONDS) * 1000;
  if (Date.now() + wait >= (connection.finishBy ?? Infinity))
    throw await inferenceError(request, first, connection, failure);
  await pause(wait, handlers.signal);
  const waiting = { ...outgoing, headers: { ...headers, 'X-Wait-For-Model': 'true' } };
  return checked(request, await send(connection, waiting, options), connection);
}

async function checked(
  request: InferenceRequest,
  response: HttpResponse,
  connection: Connection,
): Promise<HttpResponse> {
  if (response.status >= 200 && response.status <= 299) return response;
  throw await inferenceError(request, response, connection);
}

async function readResponse(
  connection: Connection,
  request: InferenceRequest,
  definition: ResultDefinition,
  response: HttpResponse,
  { signal, onEvent }: RunHandlers,
): Promise<unknown> {
  const { token } = response;
  if (request.stream) return readChatStream(response, (piece) => onEvent?.(piece));
  const media = getResponseMedia(definition.kind);
  if (usesHubFormat(request.server) || request.conversation) {
    return media ? readMedia(response, media) : readJson(response);
  }
  const { readProviderResponse } = await import('./third-party.ts');
  const { contentType: type } = response;
  const received = /\bjson\b/i.test(type)
    ? await readJson(response)
    : new Blob([await response.bytes(limits.media)], { type });
  // Its own signal identifies the requests of this run.
  const own = AbortSignal.any(signal ? [signal] : []);
  const reported = findReportedError(received);
  if (reported) throw reportedError(reported, response);
  const read = await readProviderResponse(connection, request, received, own).catch((error: unknown) => {
    const found = error instanceof OutputError ? findReason(received) : undefined;
    throw found ? reportedError(found, response) : error;
  });
  if (!media) return redactValue(read, token);
  const blob = read instanceof Blob ? read : new Blob();
  return checkedMedia(new Uint8Array(await blob.arrayBuffer()), media, blob.type, {
    url: request.url,
    token,
  });
}

function usageIn(response: unknown): Pick<RunResult, 'cost' | 'usage'> {
  const { usage } = (response ?? {}) as { usage?: Readonly<Record<string, unknown>> | null };
  const [input, output] = [numberIn(usage?.['prompt_tokens']), numberIn(usage?.['completion_tokens'])];
  return {
    cost: numberIn(usage?.['estimated_cost']),
    usage: input === undefined || output === undefined ? undefined : { input, output },
  };
}

function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
