import { TryoutError } from './tryout-error.ts';

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
