/**
 * How a failed piece of work ended, as far as the person who asked has to do something about it:
 * - `input`: what was given cannot be used; no request was made for it
 * - `refused`: not signed in, or the server refused (401, 403)
 * - `failed`: the hub, the network or a model failed, or its answer had the wrong shape
 * - `timeout`: a deadline passed
 * - `canceled`: the person stopped it
 */
export type Outcome = 'input' | 'refused' | 'failed' | 'timeout' | 'canceled';

/** What every error of Tryout tells besides its message. */
export interface Failure extends Error {
  readonly outcome: Outcome;
  /** The next step, one sentence. */
  readonly hint?: string;
}

/** Whether an error is one of ours, made for a person to read. */
export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'outcome' in error;
}

/** An error in a form that can be printed as JSON: all fields are there, null where the error has nothing. */
export interface FailureDescription {
  name: string;
  message: string;
  /** The status of the server's answer. */
  status: number | null;
  url: string | null;
  /** The `X-Request-Id` header of the answer. */
  requestId: string | null;
  hint: string | null;
}

/** Describes any thrown value; the message is one that was redacted when the error was made. */
export function describeFailure(error: unknown): FailureDescription {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const { status, statusCode, url, requestId, hint } = (error instanceof Error ? error : {}) as {
    status?: number;
    statusCode?: number;
    url?: string;
    requestId?: string;
    hint?: string;
  };
  return {
    name,
    message,
    status: status ?? statusCode ?? null,
    url: url ?? null,
    requestId: requestId ?? null,
    hint: hint ?? null,
  };
}
