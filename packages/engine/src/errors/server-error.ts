import type { Outcome } from './failure.ts';
import { withoutToken } from '../text/index.ts';
import { TryoutError } from './tryout-error.ts';

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
