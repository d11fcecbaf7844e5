import { InferenceError } from '../errors/index.ts';
import type { Values } from '../fields/index.ts';
import {
  hintForResponse,
  readFailureBody,
  getRetryAfter,
  type HttpResponse,
  type Connection,
  type FailureBody,
  type RequestBody,
} from '../http/index.ts';
import { isModelId, modelPath } from '../hub/index.ts';
import type { Chat, Parameters, TaskId } from '../tasks/index.ts';

/** Optional headers of a request (specification, section 7), by the names of their options on the command line. */
export const requestFlags = [
  { name: 'no-cache', header: ['X-Use-Cache', 'false'], label: 'Ignore cached answers' },
  { name: 'wait', header: ['X-Wait-For-Model', 'true'], label: 'Wait until the model is loaded' },
  { name: 'no-load', header: ['X-Load-Model', '0'], label: 'Do not load the model' },
] as const;

export type RequestFlag = (typeof requestFlags)[number]['name'];

export const FLAGS_NOTE = "Sent to the Hub's own inference and custom endpoints only.";

/** The given flags with their headers and labels, in order. */
export function chosenFlags(flags: readonly RequestFlag[] = []) {
  return requestFlags.filter(({ name }) => flags.includes(name));
}

/** The Hub's own inference, its chat router, a custom endpoint, or the name of a provider. */
export type Server = 'hf-inference' | 'auto' | 'endpoint' | (string & {});

/** Whether a server accepts requests in the Hub's own format. */
export function usesHubFormat(server: Server): boolean {
  return server === 'hf-inference' || server === 'auto' || server === 'endpoint';
}

/** A complete, frozen inference request: sent, shown, stored and turned into code. Sending adds the token. */
export interface InferenceRequest {
  readonly method: 'POST';
  readonly url: string;
  /** Without `Authorization`, `Content-Type` and `Content-Length`, which follow from token and body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  readonly task: TaskId;
  /** The model's id on the Hub; undefined for a custom endpoint without one. */
  readonly model?: string;
  readonly server: Server;
  readonly conversation: boolean;
  readonly stream: boolean;
  /** What the body was built from. */
  readonly values: Values;
  readonly parameters: Parameters;
  readonly billTo?: string;
  /** Those that are in the headers. */
  readonly flags?: readonly RequestFlag[];
  /** Earlier messages and settings of a conversation. */
  readonly chat?: Chat | undefined;
  readonly reportsUsage?: boolean | undefined;
}

/** Freezes plain objects and arrays recursively; files and other objects stay as they are. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && !Array.isArray(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}

/** Statuses for models without chat support (specification, section 8). */
const noChat = new Set([400, 404, 422, 500]);
const MAX_QUOTED = 200;

/**
 * The error for a failed response, with the message of the specification, section 8.
 * @param alreadyRead the body, unless it still has to be read
 */
export async function inferenceError(
  request: InferenceRequest,
  response: HttpResponse,
  { hubUrl }: Pick<Connection, 'hubUrl'>,
  alreadyRead?: FailureBody,
): Promise<InferenceError> {
  const body = alreadyRead ?? (await readFailureBody(response));
  const { status, url, requestId, token, headers } = response;
  const retryAfter = getRetryAfter(headers);
  const { model } = request;
  const page = model !== undefined && isModelId(model) ? `${hubUrl}/${modelPath(model)}` : undefined;
  const hint = hintForResponse(response, hubUrl, page);
  return new InferenceError(getMessage(request, status, body), {
    status,
    url,
    requestId,
    token,
    data: body.json ?? { message: body.text },
    retryAfter,
    hint: bodyExcerpt(body) + hint,
  });
}

function getMessage(request: InferenceRequest, status: number, { json, reason }: FailureBody): string {
  if (json !== undefined && reason !== undefined) {
    if (!request.conversation || !noChat.has(status)) return reason;
    return `Server ${request.model ?? request.url} does not seem to support chat completion. Error: ${reason}`;
  }
  return request.stream
    ? `Server response contains error: ${status}`
    : 'An error occurred while fetching the blob';
}

/** The message for bodies that are not JSON is fixed, so the hint quotes them. */
function bodyExcerpt({ json, reason }: FailureBody): string {
  return json === undefined && reason ? `The server responded: ${reason.slice(0, MAX_QUOTED)}. ` : '';
}
