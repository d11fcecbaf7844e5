import { redact, withoutToken } from '../text/index.ts';
import { TryoutError, type Outcome } from './failure.ts';

/** The request did not get through: name resolution, refused or reset connection, TLS, proxy. */
export class NetworkError extends TryoutError {
  override readonly name = 'NetworkError';
  readonly outcome = 'failed';
  readonly url: string;

  constructor(message: string, { url, hint, cause }: { url: string; hint?: string; cause?: unknown }) {
    super(message, { hint, cause });
    this.url = url;
  }
}

/** Which of the deadlines passed. */
export type Deadline = 'connect' | 'first byte' | 'idle' | 'total';

const events: Record<Deadline, string> = {
  connect: 'No connection to',
  'first byte': 'No response from',
  idle: 'No more data from',
  total: 'No complete response from',
};

/** A deadline passed. */
export class TimeoutError extends TryoutError {
  override readonly name = 'TimeoutError';
  readonly outcome = 'timeout';
  readonly url: string;
  readonly deadline: Deadline;

  /** @param seconds undefined if the operating system gave up */
  constructor(deadline: Deadline, seconds: number | undefined, url: string) {
    const time = seconds === undefined ? 'in time' : `within ${seconds} s`;
    super(`${events[deadline]} ${new URL(url).host} ${time}`, {
      hint: 'Try again, or allow more time.',
    });
    this.deadline = deadline;
    this.url = url;
  }
}

/** The person stopped the work. */
export class CanceledError extends TryoutError {
  override readonly name = 'CanceledError';
  readonly outcome = 'canceled';

  constructor() {
    super('Canceled');
  }
}

/** What is known of a failed answer. */
export interface FailedAnswer {
  status: number;
  url: string;
  /** The `X-Request-Id` header. */
  requestId?: string;
  /** The token of the request; removed from the message and the URL. */
  token?: string;
  /** The parsed body, or `{ message }` with the body's text. Redacted. */
  data?: unknown;
  /** Seconds until the server wants to be asked again, from `Retry-After` or `RateLimit`. */
  retryAfter?: number;
  hint?: string;
}

/** The server answered with a status that says no. */
export abstract class ServerError extends TryoutError {
  readonly url: string;
  readonly requestId?: string;
  readonly data?: unknown;
  readonly retryAfter?: number;
  readonly status: number;

  constructor(message: string, { status, url, requestId, token, data, retryAfter, hint }: FailedAnswer) {
    super(withoutToken(message, token), { hint });
    this.status = status;
    this.url = withoutToken(url, token);
    if (requestId) this.requestId = requestId;
    if (data !== undefined) this.data = data;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }

  get outcome(): Outcome {
    return this.status === 401 || this.status === 403 ? 'refused' : 'failed';
  }
}

/** A failed answer of the Hub's own API (specification, section 8): carries statusCode, url, requestId and data. */
export class HubApiError extends ServerError {
  override readonly name = 'HubApiError';
  get statusCode(): number {
    return this.status;
  }
}

/** A failed answer to an inference request. */
export class InferenceError extends ServerError {
  override readonly name = 'InferenceError';
}

interface AnswerErrorOptions {
  url?: string;
  requestId?: string;
  /** The token of the request; removed from the message and the URL. */
  token?: string;
  hint?: string;
  cause?: unknown;
}

/** Its message may quote the server, who may quote the token (F9). */
abstract class AnswerError extends TryoutError {
  readonly outcome = 'failed';
  readonly url?: string;
  readonly requestId?: string;

  constructor(message: string, { url, requestId, token, ...options }: AnswerErrorOptions = {}) {
    super(redact(message, token), options);
    if (url !== undefined) this.url = withoutToken(url, token);
    if (requestId !== undefined) this.requestId = requestId;
  }
}

/** The answer has not the shape that the task promises. The message begins `Invalid inference output: `. */
export class OutputError extends AnswerError {
  override readonly name = 'OutputError';
  constructor(expectation: string, options: AnswerErrorOptions = {}) {
    super(`Invalid inference output: ${expectation}`, {
      hint: 'The model may not be made for this task; try another model.',
      ...options,
    });
  }
}

/** A response of the hub's API, or of the router's, with an unexpected type or shape. */
export class HubResponseError extends AnswerError {
  override readonly name = 'HubResponseError';
  constructor(expectation: string, options: AnswerErrorOptions & { url: string }) {
    super(`Unexpected response from ${new URL(options.url).host}: ${expectation}`, {
      hint: 'Check the hub address, or try again later.',
      ...options,
    });
  }
}

/** A stream that is not one, or an error event inside it. */
export class StreamError extends AnswerError {
  override readonly name = 'StreamError';
}

/** A stream ended before the model did; `partial` is what had come until then. */
export class IncompleteAnswerError extends AnswerError {
  override readonly name = 'IncompleteAnswerError';
  readonly partial: string;

  constructor(message: string, partial: string, options: AnswerErrorOptions = {}) {
    super(message, { hint: 'Partial answer kept. Run it again for the full answer.', ...options });
    this.partial = partial;
  }
}

/** More data than any honest answer has; reading was stopped. */
export class TooLargeError extends AnswerError {
  override readonly name = 'TooLargeError';
}

/** The server sent the request elsewhere; nothing was sent there. */
export class RedirectError extends AnswerError {
  override readonly name = 'RedirectError';
}

/** Nobody serves the model, or the provider that was asked for does not. */
export class NotServedError extends TryoutError {
  override readonly name = 'NotServedError';
  readonly outcome = 'failed';
  readonly model: string;
  /** Providers that do serve it, by name. */
  readonly providers: readonly string[];

  constructor(
    message: string,
    { model, providers = [], hint }: { model: string; providers?: readonly string[]; hint?: string },
  ) {
    super(message, { hint });
    this.model = model;
    this.providers = providers;
  }
}
