import { redact } from '../text/index.ts';
import {
  TryoutError,
  type ErrorCode,
  type Failure,
  type Outcome,
  type TryoutErrorOptions,
} from './failure.ts';

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
