import { TryoutError } from './tryout-error.ts';

/** Something needs a signed-in person. */
export class SignInError extends TryoutError {
  override readonly name = 'SignInError';
  readonly outcome = 'refused';
}
