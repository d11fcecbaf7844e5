import { InferenceError, OutputError } from '../errors/index.ts';
import {
  failureOptions,
  getReason,
  hintForResponse,
  limits,
  findReason,
  findReportedError,
  plausibleWait,
  readFailureBody,
  readJson,
  reportedOptions,
  getRetryAfter,
  send,
  waitForServer,
  type HttpResponse,
  type Connection,
  type FailureBody,
  type Progress,
  type ReportedError,
} from '../http/index.ts';
import { isModelId, modelPath } from '../hub/index.ts';
import { getResponseMedia } from '../results/index.ts';
import { taskNamed } from '../tasks/index.ts';
import { redactValue } from '../text/index.ts';
import { readChatStream, type ChatPiece } from './chat-stream.ts';
import type { InferenceRequest, Route } from './inference-request.ts';
import { checkedMedia, readMedia } from './media-response.ts';
import type { ProviderJob, QueueState } from './provider-job.ts';

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
  const { readProviderResponse } = await import('./third-party.ts');
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
export const runners: Readonly<Record<Route['kind'], Runner>> = {
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

export function reportedError(reported: ReportedError, response: HttpResponse): OutputError {
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
