import { redact } from '../text/index.ts';
import { TryoutError, type Failure, type Outcome } from './failure.ts';

/** What the person gave cannot be used; thrown before any request. */
export class InputError extends TryoutError {
  override readonly name = 'InputError';
  readonly outcome = 'input';
}

/**
 * Wrong input that the specification wants as a TypeError: a token without its prefix, a model URL together with an
 * endpoint URL.
 */
export class InputTypeError extends TypeError implements Failure {
  override readonly name = 'TypeError';
  readonly outcome = 'input';
  readonly hint?: string;

  constructor(message: string, { hint }: { hint?: string } = {}) {
    super(message);
    if (hint !== undefined) this.hint = hint;
  }
}

/** No model was named and the Hub has no default for the task (specification, section 5). */
export class NoModelError extends TryoutError {
  override readonly name = 'NoModelError';
  readonly outcome = 'input';

  constructor() {
    super('No model provided, and no default model found for this task', {
      hint: 'Name a model of this task.',
    });
  }
}

/** Something needs a signed-in person. */
export class SignInError extends TryoutError {
  override readonly name = 'SignInError';
  readonly outcome = 'refused';
}

/** The hub refused a token that came from signing in, and there is no way to renew it. */
export class SignInExpiredError extends TryoutError {
  override readonly name = 'SignInExpiredError';
  readonly outcome = 'refused';
  /** As the hub answered. */
  readonly status = 401;
  readonly url: string;

  constructor(url: string) {
    super('Your sign-in has expired', { hint: 'Sign in again.' });
    this.url = url;
  }
}

interface OAuthErrorOptions {
  /** `failed` by default; `refused` where the person or the hub said no. */
  outcome?: Outcome;
  /** The status of the hub's answer. */
  status?: number;
  url?: string;
  hint?: string;
}

/**
 * Signing in through the hub did not work. It has no cause: those of the library hold tokens, codes and verifiers.
 * Its message may quote the hub and is text, never markup.
 */
export class OAuthError extends TryoutError {
  override readonly name = 'OAuthError';
  readonly outcome: Outcome;
  readonly status?: number;
  readonly url?: string;

  constructor(message: string, { outcome = 'failed', status, url, hint }: OAuthErrorOptions = {}) {
    super(redact(message), { hint });
    this.outcome = outcome;
    if (status !== undefined) this.status = status;
    if (url !== undefined) this.url = url;
  }
}
