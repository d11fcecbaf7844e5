import { shorten, redact } from '../text/index.ts';

/**
 * - `input`: invalid input; no request was made
 * - `refused`: not signed in, or the server refused (401, 403)
 * - `failed`: the hub, the network or a model failed, or the response had the wrong shape
 */
export type Outcome = 'input' | 'refused' | 'failed' | 'timeout' | 'canceled';

/** Stable names of errors for programs. Codes may be added, but the meaning of one never changes. */
export type ErrorCode =
  // Invalid input; nothing was sent.
  | 'USAGE'
  | 'INVALID_INPUT'
  | 'MISSING_INPUT'
  | 'FILE_NOT_FOUND'
  | 'FILE_EXISTS'
  | 'UNKNOWN_TASK'
  | 'UNKNOWN_RUN'
  | 'NO_DEFAULT_MODEL'
  // The model or its provider.
  | 'UNKNOWN_MODEL'
  | 'MODEL_NOT_SERVED'
  // The account.
  | 'NOT_SIGNED_IN'
  | 'SIGN_IN_EXPIRED'
  | 'SIGN_IN_FAILED'
  | 'TOKEN_REFUSED'
  | 'ACCESS_REFUSED'
  | 'OUT_OF_CREDITS'
  // The network and servers.
  | 'NETWORK'
  | 'TIMEOUT'
  | 'CANCELED'
  | 'NOT_FOUND'
  | 'TOO_LARGE'
  | 'RATE_LIMITED'
  | 'REQUEST_REFUSED'
  | 'REDIRECT_REFUSED'
  | 'UNAVAILABLE'
  | 'SERVER_ERROR'
  | 'UNEXPECTED_RESPONSE'
  | 'INCOMPLETE_ANSWER'
  // This machine.
  | 'MISSING_SHARDS'
  | 'HISTORY_UNAVAILABLE'
  | 'NOT_SAVED'
  | 'NOT_LOADED'
  | 'UNEXPECTED';

export interface Failure extends Error {
  readonly code: ErrorCode;
  readonly outcome: Outcome;
  /** The next step, one sentence. */
  readonly hint?: string;
}

export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'outcome' in error;
}

/** An error for JSON output; missing fields are null. */
export interface FailureDescription {
  code: ErrorCode;
  name: string;
  message: string;
  status: number | null;
  url: string | null;
  /** The `X-Request-Id` header of the answer. */
  requestId: string | null;
  hint: string | null;
  /** What the server sent instead of a result, if it can be shown. */
  received?: unknown;
}

export function describeFailure(error: unknown): FailureDescription {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const details = (error instanceof Error ? error : {}) as Partial<FailureDescription>;
  const { status = null, url = null, requestId = null, hint = null, received } = details;
  const code = isFailure(error) ? error.code : 'UNEXPECTED';
  return { code, name, message, status, url, requestId, hint, received };
}

export interface TryoutErrorOptions {
  hint?: string | undefined;
  cause?: unknown;
  url?: string | undefined;
  status?: number | undefined;
  /** The `X-Request-Id` header. */
  requestId?: string | undefined;
}

/** Base of Tryout's errors. Long messages and hints are shortened. */
export abstract class TryoutError extends Error implements Failure {
  abstract readonly code: ErrorCode;
  abstract readonly outcome: Outcome;
  declare readonly hint?: string;
  declare readonly url?: string;
  declare readonly status?: number;
  declare readonly requestId?: string;

  constructor(message: string, { hint, cause, ...details }: TryoutErrorOptions = {}) {
    super(shorten(message), cause === undefined ? undefined : { cause });
    const { url, status, requestId } = details;
    const known = { hint: hint && shorten(hint), url, status, requestId };
    Object.assign(this, Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)));
  }
}

/** An error in Tryout's own code. */
class UnexpectedError extends TryoutError {
  override readonly name = 'UnexpectedError';
  readonly code = 'UNEXPECTED';
  readonly outcome = 'failed';
}

export function asFailure(error: unknown): Failure {
  if (isFailure(error)) return error;
  return new UnexpectedError(error instanceof Error ? error.message : String(error), { cause: error });
}

/** The message without the URL and the request ID that the Hub's messages end with (specification, section 8). */
export function getSummary(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'HubApiError' ? error.message.replace(/\. URL: .*$/s, '') : error.message;
}

/** A hint around the first page of the hub in it. Hints may quote servers, whose other URLs stay text. */
export function splitLink(
  hint: string,
  hubUrl: string,
): readonly [before: string, url: string | undefined, after: string] {
  const urls = hint.match(/https?:\/\/[^\s,;]+[^\s,;.]/g) ?? [];
  const url = urls.find((each) => each.startsWith(`${hubUrl}/`));
  if (url === undefined) return [hint, undefined, ''];
  const at = hint.indexOf(url);
  return [hint.slice(0, at), url, hint.slice(at + url.length)];
}

/** The summary and the hint of an error in one line. */
export function getMessage(error: unknown): string {
  if (!isFailure(error)) return getSummary(error);
  return [getSummary(error), error.hint].filter(Boolean).join('. ').replace(/\.\. /g, '. ');
}

/** Invalid input; thrown before any request. */
export class InputError extends TryoutError {
  override readonly name = 'InputError';
  readonly code: ErrorCode;
  readonly outcome = 'input';

  constructor(
    message: string,
    { code = 'INVALID_INPUT', ...options }: TryoutErrorOptions & { code?: ErrorCode } = {},
  ) {
    super(message, options);
    this.code = code;
  }
}

/** Invalid input that is a TypeError by the specification. */
export class InputTypeError extends TypeError implements Failure {
  override readonly name = 'TypeError';
  readonly code = 'INVALID_INPUT';
  readonly outcome = 'input';
  readonly hint?: string;

  constructor(message: string, { hint }: { hint?: string } = {}) {
    super(message);
    if (hint !== undefined) this.hint = hint;
  }
}

/** A file could not be written. Not an InputError, since requests were already made. */
export class SaveError extends TryoutError {
  override readonly name = 'SaveError';
  readonly code = 'NOT_SAVED';
  readonly outcome = 'failed';
}

/** The Hub has no default model for the task (specification, section 5). */
export class NoModelError extends TryoutError {
  override readonly name = 'NoModelError';
  readonly code = 'NO_DEFAULT_MODEL';
  readonly outcome = 'input';

  constructor() {
    const message = 'No model provided, and no default model found for this task';
    super(message, { hint: 'Choose a model for this task.' });
  }
}

export class SignInError extends TryoutError {
  override readonly name = 'SignInError';
  readonly code = 'NOT_SIGNED_IN';
  readonly outcome = 'refused';
}

/** The hub refused a token that cannot be renewed. */
export class SignInExpiredError extends TryoutError {
  override readonly name = 'SignInExpiredError';
  readonly code = 'SIGN_IN_EXPIRED';
  readonly outcome = 'refused';

  constructor(url: string) {
    super('Your sign-in has expired', { hint: 'Sign in again.', status: 401, url });
  }
}

/** Signing in failed. It has no cause, since those of the library contain tokens, codes and verifiers. */
export class OAuthError extends TryoutError {
  override readonly name = 'OAuthError';
  readonly code = 'SIGN_IN_FAILED';
  readonly outcome: Outcome;

  /** @param options `outcome` is `failed` by default */
  constructor(
    message: string,
    { outcome = 'failed', ...options }: Omit<TryoutErrorOptions, 'cause'> & { outcome?: Outcome } = {},
  ) {
    super(redact(message), options);
    this.outcome = outcome;
  }
}
