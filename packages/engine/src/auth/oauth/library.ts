import {
  allowInsecureRequests,
  customFetch,
  JSON_ATTRIBUTE_COMPARISON,
  OperationProcessingError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi';
import { isFailure, OAuthError } from '../../errors/index.ts';
import { hubFetch, type OAuthClient } from './hub-fetch.ts';

export const SIGN_IN_AGAIN = 'Sign in again, or use a token.';
const TRY_AGAIN = 'Try again in a moment.';

export function libraryCall(client: OAuthClient) {
  return {
    client: { client_id: client.clientId },
    options: {
      [customFetch]: hubFetch(client),
      // hubFetch allows http only on this machine.
      [allowInsecureRequests]: new URL(client.connection.hubUrl).protocol === 'http:',
    },
  };
}

interface OAuthRequest {
  /** For example `the token request`. */
  readonly what: string;
  /** To be redacted if the hub echoes them. */
  readonly secrets?: readonly string[];
  /** By default, to sign in again. */
  readonly hint?: string;
}

/** Shorter texts are not secrets and may be parts of words. */
const MIN_SECRET_LENGTH = 6;

/** Calls the library and converts its errors, which may contain tokens. */
export async function convertErrors<Result>(
  request: OAuthRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toOAuthError(error, request);
  }
}

/** The error for a failed response. */
export function failedStatus(status: number, { what, hint = SIGN_IN_AGAIN }: OAuthRequest): OAuthError {
  const isTemporary = status >= 500 || status === 429;
  return new OAuthError(`The hub returned status ${status} for ${what}`, {
    status,
    outcome: status === 401 || status === 403 ? 'refused' : 'failed',
    hint: isTemporary ? TRY_AGAIN : hint,
  });
}

export function toOAuthError(error: unknown, request: OAuthRequest): Error {
  if (isFailure(error)) return error;
  const { what, secrets = [], hint = SIGN_IN_AGAIN } = request;
  const redact = (text: string) =>
    secrets
      .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
      .reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
  if (error instanceof ResponseBodyError) {
    const { status, error: reason, error_description: description } = error;
    const isBusy = status === 429 || reason === 'temporarily_unavailable';
    const more = isBusy ? { hint: TRY_AGAIN } : { outcome: 'refused' as const, hint };
    return new OAuthError(redact(description ? `${reason}: ${description}` : reason), { status, ...more });
  }
  if (error instanceof WWWAuthenticateChallengeError) return failedStatus(error.status, request);
  if (!(error instanceof OperationProcessingError))
    return new OAuthError(`Invalid response to ${what}`, { hint });
  const { code, cause, message } = error;
  if (cause instanceof Response && (cause.status < 200 || cause.status > 299))
    return failedStatus(cause.status, request);
  if (code === JSON_ATTRIBUTE_COMPARISON)
    return new OAuthError(`The response to ${what} has a different issuer and was ignored`, { hint });
  const reason = redact(message.replaceAll('"', ''));
  return new OAuthError(`Invalid response to ${what}: ${reason}`, { hint });
}
