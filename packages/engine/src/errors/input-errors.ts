import { redact } from '../text/index.ts';
import { TryoutError, type Failure, type Outcome, type TryoutErrorOptions } from './failure.ts';

/** Invalid input; thrown before any request. */
export class InputError extends TryoutError {
  override readonly name = 'InputError';
  readonly outcome = 'input';
}

/** Invalid input that is a TypeError by the specification. */
export class InputTypeError extends TypeError implements Failure {
  override readonly name = 'TypeError';
  readonly outcome = 'input';
  readonly hint?: string;

  constructor(message: string, { hint }: { hint?: string } = {}) {
    super(message);
    if (hint !== undefined) this.hint = hint;
  }
}

/** The Hub has no default model for the task (specification, section 5). */
export class NoModelError extends TryoutError {
  override readonly name = 'NoModelError';
  readonly outcome = 'input';

  constructor() {
    const message = 'No model provided, and no default model found for this task';
    super(message, { hint: 'Choose a model for this task.' });
  }
}

export class SignInError extends TryoutError {
  override readonly name = 'SignInError';
  readonly outcome = 'refused';
}

/** The hub refused a token that cannot be renewed. */
export class SignInExpiredError extends TryoutError {
  override readonly name = 'SignInExpiredError';
  readonly outcome = 'refused';

  constructor(url: string) {
    super('Your sign-in has expired', { hint: 'Sign in again.', status: 401, url });
  }
}

/** Signing in failed. It has no cause, since those of the library contain tokens, codes and verifiers. */
export class OAuthError extends TryoutError {
  override readonly name = 'OAuthError';
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
