import { OutputError } from '../errors/index.ts';
import { isMediaKind } from '../fields/index.ts';
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
  type HttpResponse,
  type Connection,
  type Progress,
  type ReportedError,
} from '../http/index.ts';
import { taskNamed } from '../tasks/index.ts';
import { redactValue } from '../text/index.ts';
import { readChatStream, type ChatPiece } from './chat-stream.ts';
import { inferenceError } from './inference-error.ts';
import type { InferenceRequest, Route } from './inference-request.ts';
import { checkedMedia, readMedia } from './media-response.ts';

export type RunEvent =
  | ({ readonly type: 'progress' } & Progress)
  /** The model is loading; `seconds` is the server's estimate. */
  | { readonly type: 'waiting'; readonly seconds?: number }
  | ChatPiece;

export interface RunHandlers {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
}

/** A response with its value in the format of the Hub, or of a chat, which is not checked yet. */
interface RawResponse {
  readonly value: unknown;
  readonly response: HttpResponse;
}

type RouteOf<Kind extends Route['kind']> = Extract<Route, { readonly kind: Kind }>;

/**
 * Sends the request of a run and reads the response.
 * @throws InferenceError, OutputError, StreamError, IncompleteAnswerError, and what `send` throws
 */
type Runner<Kind extends Route['kind']> = (
  connection: Connection,
  request: InferenceRequest,
  handlers: RunHandlers,
  route: RouteOf<Kind>,
) => Promise<RawResponse>;

const runners: { readonly [Kind in Route['kind']]: Runner<Kind> } = {
  endpoint: runInHubFormat,
  'hf-inference': runInHubFormat,
  'chat-router': runChat,
  provider: runAtProvider,
};

export function runOnRoute(connection: Connection, request: InferenceRequest, handlers: RunHandlers) {
  const { route } = request.run;
  return runners[route.kind](connection, request, handlers, route as never);
}

async function runChat(
  connection: Connection,
  request: InferenceRequest,
  handlers: RunHandlers,
): Promise<RawResponse> {
  const response = await sendWithRetry(connection, request, handlers);
  const value = request.run.stream
    ? await readChatStream(response, (piece) => handlers.onEvent?.(piece))
    : await readJson(response);
  return { value, response };
}

async function runInHubFormat(
  connection: Connection,
  request: InferenceRequest,
  handlers: RunHandlers,
): Promise<RawResponse> {
  if (request.run.route.conversation) return runChat(connection, request, handlers);
  const response = await sendWithRetry(connection, request, handlers);
  const { kind } = taskNamed(request.run.task).result;
  return { value: isMediaKind(kind) ? await readMedia(response, kind) : await readJson(response), response };
}

async function runAtProvider(
  connection: Connection,
  request: InferenceRequest,
  handlers: RunHandlers,
  route: RouteOf<'provider'>,
): Promise<RawResponse> {
  if (route.conversation) return runChat(connection, request, handlers);
  const response = await sendWithRetry(connection, request, handlers);
  const { readProviderResponse } = await import('./third-party.ts');
  const { contentType: type, token } = response;
  const received = /\bjson\b/i.test(type)
    ? await readJson(response)
    : new Blob([await response.bytes(limits.media)], { type });
  const reported = findReportedError(received);
  if (reported) throw reportedError(reported, response);
  const read = await readProviderResponse(connection, request, route, received, handlers.signal).catch(
    (error: unknown) => {
      const found = error instanceof OutputError ? findReason(received) : undefined;
      throw found ? reportedError(found, response) : error;
    },
  );
  const { kind } = taskNamed(request.run.task).result;
  if (!isMediaKind(kind)) return { value: redactValue(read, token), response };
  const blob = read instanceof Blob ? read : new Blob();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return { value: await checkedMedia(bytes, kind, blob.type, { url: request.wire.url, token }), response };
}

const MAX_WAIT_SECONDS = 60;

/** Retries once after a 503, with a header that makes the server wait for the model. */
async function sendWithRetry(
  connection: Connection,
  request: InferenceRequest,
  handlers: RunHandlers,
): Promise<HttpResponse> {
  const options = {
    signal: handlers.signal,
    onProgress: (progress: Progress) => handlers.onEvent?.({ type: 'progress', ...progress }),
  };
  const first = await send(connection, request.wire, options);
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
  const headers = { ...request.wire.headers, 'X-Wait-For-Model': 'true' };
  return checked(request, await send(connection, { ...request.wire, headers }, options), connection);
}

async function checked(
  request: InferenceRequest,
  response: HttpResponse,
  connection: Connection,
): Promise<HttpResponse> {
  if (response.status >= 200 && response.status <= 299) return response;
  throw await inferenceError(request, response, connection);
}

export function reportedError(reported: ReportedError, response: HttpResponse): OutputError {
  const message = `the server reported an error: ${reported.reason}`;
  return new OutputError(message, { ...response, ...reportedOptions(reported, response) });
}
