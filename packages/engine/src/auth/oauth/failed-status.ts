import { OAuthError } from '../../errors/index.ts';

/** The next step after most failures. */
export const SIGN_IN_AGAIN = 'Sign in again, or use a token.';

/** The next step with a hub that has too much to do. */
export const TRY_AGAIN = 'Try again in a moment.';

/** The error for an answer whose status says no. @param what was asked, for example `the token request` */
export function failedStatus(status: number, what: string, hint: string = SIGN_IN_AGAIN): OAuthError {
  const isPassing = status >= 500 || status === 429;
  return new OAuthError(`The hub answered ${what} with status ${status}`, {
    status,
    outcome: status === 401 || status === 403 ? 'refused' : 'failed',
    hint: isPassing ? TRY_AGAIN : hint,
  });
}
