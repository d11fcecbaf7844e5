import { didYouMean, redact, withoutToken } from '../text/index.ts';
import { TryoutError, type ErrorCode, type Outcome, type TryoutErrorOptions } from './failure.ts';

/** Whether a browser has no network; false in Node. */
export function isOffline(): boolean {
  return (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false;
}

/** Name resolution, connection, TLS or proxy failed. */
export class NetworkError extends TryoutError {
  override readonly name = 'NetworkError';
  readonly code = 'NETWORK';
  readonly outcome = 'failed';
}

export type Deadline = 'connect' | 'first byte' | 'idle' | 'total';

const events: Record<Deadline, string> = {
  connect: 'No connection to',
  'first byte': 'No response from',
  idle: 'No more data from',
  total: 'No complete response from',
};

export class TimeoutError extends TryoutError {
  override readonly name = 'TimeoutError';
  readonly code = 'TIMEOUT';
  readonly outcome = 'timeout';
  readonly deadline: Deadline;

  /** @param seconds undefined if the operating system gave up */
  constructor(deadline: Deadline, seconds: number | undefined, url: string) {
    const time = seconds === undefined ? 'in time' : `within ${seconds} s`;
    const message = `${events[deadline]} ${new URL(url).host} ${time}`;
    super(message, { hint: 'Try again, or allow more time.', url });
    this.deadline = deadline;
  }
}

export class CanceledError extends TryoutError {
  override readonly name = 'CanceledError';
  readonly code = 'CANCELED';
  readonly outcome = 'canceled';

  constructor() {
    super('Canceled');
  }
}

interface FailedResponse {
  status: number;
  url: string;
  /** The `X-Request-Id` header. */
  requestId?: string;
  /** Redacted in the message and the URL. */
  token?: string;
  /** The parsed body, or `{ message }` with the body's text. Redacted. */
  data?: unknown;
  /** Seconds, from `Retry-After` or `RateLimit`. */
  retryAfter?: number;
  hint?: string;
}

const statusCodes: Partial<Record<number, ErrorCode>> = {
  401: 'TOKEN_REFUSED',
  402: 'OUT_OF_CREDITS',
  403: 'ACCESS_REFUSED',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
};

function codeOf(status: number, token: string | undefined): ErrorCode {
  if (status === 401 && token === undefined) return 'NOT_SIGNED_IN';
  return statusCodes[status] ?? (status >= 500 ? 'SERVER_ERROR' : 'REQUEST_REFUSED');
}

/** A response with an error status. */
export abstract class ServerError extends TryoutError {
  readonly code: ErrorCode;
  declare readonly url: string;
  declare readonly status: number;
  readonly data?: unknown;
  readonly retryAfter?: number;

  constructor(message: string, { url, token, data, retryAfter, ...details }: FailedResponse) {
    super(withoutToken(message, token), { ...details, url: withoutToken(url, token) });
    this.code = codeOf(details.status, token);
    if (data !== undefined) this.data = data;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }

  get outcome(): Outcome {
    return outcomeOf(this.status);
  }
}

function outcomeOf(status: number | undefined): Outcome {
  return status === 401 || status === 403 ? 'refused' : 'failed';
}

/** An error response of the Hub's API (specification, section 8). */
export class HubApiError extends ServerError {
  override readonly name = 'HubApiError';
  get statusCode(): number {
    return this.status;
  }
}

/** The hub does not know the model, or does not show it without signing in. */
export class UnknownModelError extends ServerError {
  override readonly name = 'UnknownModelError';
  override readonly code = 'UNKNOWN_MODEL';
  /** IDs with a similar name, the most similar first. */
  readonly suggestions: readonly string[];

  constructor(id: string, suggestions: readonly string[], answer: Omit<FailedResponse, 'hint'>) {
    const hint = didYouMean(suggestions) || 'Check the name. The model may also be private.';
    super(`Model ${id} not found`, { ...answer, hint });
    this.suggestions = suggestions;
  }

  override get outcome(): Outcome {
    return 'failed';
  }
}

export class InferenceError extends ServerError {
  override readonly name = 'InferenceError';
}

interface ResponseErrorOptions extends Omit<TryoutErrorOptions, 'status'> {
  /** Redacted in the message and the URL. */
  token?: string | undefined;
  /** The status that an error in a response with status 200 names. */
  reportedStatus?: number | undefined;
  /** What the server sent instead of a result: JSON, or text, in which the token is redacted. */
  received?: unknown;
}

/** The message may quote the server, which may quote the token. */
abstract class ResponseError extends TryoutError {
  readonly code: ErrorCode;
  readonly outcome: Outcome;
  /** What the server sent instead of a result. */
  readonly received: unknown;

  constructor(
    message: string,
    { url, token, reportedStatus: status, received, ...options }: ResponseErrorOptions = {},
  ) {
    super(redact(message, token), { ...options, status, url: url && withoutToken(url, token) });
    this.received = typeof received === 'string' ? redact(received, token) : received;
    this.code = status === undefined ? 'UNEXPECTED_RESPONSE' : codeOf(status, token);
    this.outcome = outcomeOf(status);
  }
}

/** The response has the wrong shape for the task. */
export class OutputError extends ResponseError {
  override readonly name = 'OutputError';
  constructor(expectation: string, options: ResponseErrorOptions = {}) {
    super(`Invalid inference output: ${expectation}`, {
      hint: 'The model may not support this task; try another model.',
      ...options,
    });
  }
}

/** A complete answer that does not fit its JSON Schema. */
export class UnfitAnswerError extends OutputError {}

/** A response of the hub's API, or of the router's, with an unexpected type or shape. */
export class HubResponseError extends ResponseError {
  override readonly name = 'HubResponseError';
  constructor(expectation: string, options: ResponseErrorOptions & { url: string }) {
    super(`Unexpected response from ${new URL(options.url).host}: ${expectation}`, {
      hint: 'Check the hub URL, or try again later.',
      ...options,
    });
  }
}

/** A response that is not a stream, or an error event in it. */
export class StreamError extends ResponseError {
  override readonly name = 'StreamError';
}

/** A stream broke off; `partial` is the text received. */
export class IncompleteAnswerError extends ResponseError {
  override readonly name = 'IncompleteAnswerError';
  override readonly code = 'INCOMPLETE_ANSWER';
  readonly partial: string;

  constructor(message: string, partial: string, options: ResponseErrorOptions = {}) {
    const hint = partial === '' ? 'Try again.' : 'Partial answer kept. Run it again for the full answer.';
    super(message, { ...options, hint });
    this.partial = partial;
  }
}

export class TooLargeError extends ResponseError {
  override readonly name = 'TooLargeError';
  override readonly code = 'TOO_LARGE';
}

export class RedirectError extends ResponseError {
  override readonly name = 'RedirectError';
  override readonly code = 'REDIRECT_REFUSED';
}

/** No provider, or not the requested one, runs the model. */
export class NotServedError extends TryoutError {
  override readonly name = 'NotServedError';
  readonly code = 'MODEL_NOT_SERVED';
  /** `input` if the choice of provider or task is wrong. */
  readonly outcome: Outcome;
  readonly model: string;
  readonly providers: readonly string[];

  constructor(
    message: string,
    {
      model,
      providers = [],
      hint,
      outcome = 'failed',
    }: { model: string; providers?: readonly string[]; hint?: string; outcome?: Outcome },
  ) {
    super(message, { hint });
    this.model = model;
    this.providers = providers;
    this.outcome = outcome;
  }
}
