import { isMediaKind } from '../fields/index.ts';
import {
  limits,
  pause,
  plausibleWait,
  readFailureBody,
  readJson,
  retryAfterOf,
  send,
  withTotalDeadline,
  type Answer,
  type Connection,
  type Progress,
} from '../http/index.ts';
import type { ResultDefinition, ResultView } from '../results/index.ts';
import { formOf, taskNamed } from '../tasks/index.ts';
import { redact, redactValue } from '../text/index.ts';
import { addressOf } from './addresses.ts';
import { readChatStream, type ChatPiece } from './chat-stream.ts';
import { redactToolCalls } from './chat-chunk.ts';
import { inferenceError, usesHubFormat, type InferenceRequest } from './inference-request.ts';
import { checkedMedia, readMedia, readResult } from './media-answer.ts';

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
  const answer = await sendWithRetry(within, request, handlers);
  const form = formOf(taskNamed(request.task), request.conversation);
  const definition = form.result as ResultDefinition;
  const raw = await readAnswer(within, request, definition, answer, handlers);
  if (request.conversation) redactToolCalls(raw, answer.token);
  const { value, view } = await readResult(definition, raw, request.values);
  const provider = redact(answer.headers.get('x-inference-provider') ?? '', answer.token) || undefined;
  const seconds = (performance.now() - started) / 1000;
  return { request, value, view, seconds, provider, ...usageIn(raw) };
}

async function sendWithRetry(
  connection: Connection,
  request: InferenceRequest,
  handlers: RunHandlers,
): Promise<Answer> {
  const options = {
    signal: handlers.signal,
    onProgress: (progress: Progress) => handlers.onEvent?.({ type: 'progress', ...progress }),
  };
  const { method, headers, body } = request;
  const outgoing = { method, url: addressOf(request, connection), headers, body };
  const first = await send(connection, outgoing, options);
  if (first.status !== 503) return checked(request, first, connection);
  const failure = await readFailureBody(first);
  const estimate = (failure.json as { estimated_time?: unknown } | undefined)?.estimated_time;
  const after = retryAfterOf(first.headers);
  const seconds = plausibleWait(estimate) ?? after;
  handlers.onEvent?.({ type: 'waiting', seconds });
  const wait = Math.min(after ?? 0, MAX_WAIT_SECONDS) * 1000;
  if (Date.now() + wait >= (connection.finishBy ?? Infinity))
    throw await inferenceError(request, first, connection, failure);
  await pause(wait, handlers.signal);
  const waiting = { ...outgoing, headers: { ...headers, 'X-Wait-For-Model': 'true' } };
  return checked(request, await send(connection, waiting, options), connection);
}

async function checked(request: InferenceRequest, answer: Answer, connection: Connection): Promise<Answer> {
  if (answer.status >= 200 && answer.status <= 299) return answer;
  throw await inferenceError(request, answer, connection);
}

async function readAnswer(
  connection: Connection,
  request: InferenceRequest,
  definition: ResultDefinition,
  answer: Answer,
  { signal, onEvent }: RunHandlers,
): Promise<unknown> {
  const { token } = answer;
  if (request.stream) return readChatStream(answer, (piece) => onEvent?.(piece));
  const { kind } = definition;
  if (usesHubFormat(request.server) || request.conversation) {
    return isMediaKind(kind) ? readMedia(answer, kind) : readJson(answer);
  }
  const { readProviderAnswer } = await import('./third-party.ts');
  const { contentType: type } = answer;
  const received = /\bjson\b/i.test(type)
    ? await readJson(answer)
    : new Blob([await answer.bytes(limits.media)], { type });
  // Its own signal identifies the requests of this run.
  const own = AbortSignal.any(signal ? [signal] : []);
  const read = await readProviderAnswer(connection, request, received, own);
  if (!isMediaKind(kind)) return redactValue(read, token);
  const blob = read instanceof Blob ? read : new Blob();
  return checkedMedia(new Uint8Array(await blob.arrayBuffer()), kind, blob.type, {
    url: request.url,
    token,
  });
}

function usageIn(answer: unknown): Pick<RunResult, 'cost' | 'usage'> {
  const { usage } = (answer ?? {}) as { usage?: Readonly<Record<string, unknown>> | null };
  const [input, output] = [numberIn(usage?.['prompt_tokens']), numberIn(usage?.['completion_tokens'])];
  return {
    cost: numberIn(usage?.['estimated_cost']),
    usage: input === undefined || output === undefined ? undefined : { input, output },
  };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
