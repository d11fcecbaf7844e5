import { shorten } from '../text/index.ts';

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

/** Options of every error: the next step, and what caused it. */
export interface TryoutErrorOptions {
  hint?: string;
  cause?: unknown;
}

/** Base of the errors that Tryout throws. What a message or hint quotes can be of any length; they are shortened here. */
export abstract class TryoutError extends Error implements Failure {
  abstract readonly outcome: Outcome;
  readonly hint?: string;

  constructor(message: string, { hint, cause }: TryoutErrorOptions = {}) {
    super(shorten(message), cause === undefined ? undefined : { cause });
    if (hint !== undefined) this.hint = shorten(hint);
  }
}

/** An error in our own code. */
class UnexpectedError extends TryoutError {
  override readonly name = 'UnexpectedError';
  readonly outcome = 'failed';
}

/** Any thrown value as a failure that can be shown. */
export function asFailure(error: unknown): Failure {
  if (isFailure(error)) return error;
  return new UnexpectedError(error instanceof Error ? error.message : String(error), { cause: error });
}

/** A failure in one line: what happened, and what to do. */
export function messageOf(error: unknown): string {
  if (!isFailure(error)) return error instanceof Error ? error.message : String(error);
  return [error.message, error.hint].filter(Boolean).join('. ').replace(/\.\. /g, '. ');
}
