import {
  allowInsecureRequests,
  customFetch,
  JSON_ATTRIBUTE_COMPARISON,
  OperationProcessingError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi';
import { isFailure, OAuthError } from '../../errors/index.ts';
import { failedStatus, SIGN_IN_AGAIN, TRY_AGAIN } from './discovery.ts';
import { hubFetch, type OAuthClient } from './hub-fetch.ts';

/** The arguments for calling the library. @throws as {@link hubFetch} */
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

/** A request, for the message of its failure. */
interface Asked {
  /** For example `the token request`. */
  readonly what: string;
  /** To be redacted if the hub echoes them. */
  readonly secrets?: readonly string[];
}

/** Shorter ones are no secrets and may occur in words. */
const MIN_SECRET_LENGTH = 6;

/** Calls the library, whose errors may contain tokens, and throws ours instead. */
export async function explained<Result>(asked: Asked, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explain(error, asked);
  }
}

/** An error of the library as one of ours. */
export function explain(error: unknown, { what, secrets = [] }: Asked): Error {
  if (isFailure(error)) return error;
  const redact = (text: string) =>
    secrets
      .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
      .reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
  const hint = SIGN_IN_AGAIN;
  if (error instanceof ResponseBodyError) {
    const { status, error: reason, error_description: description } = error;
    const isBusy = status === 429 || reason === 'temporarily_unavailable';
    const more = isBusy ? { hint: TRY_AGAIN } : { outcome: 'refused' as const, hint };
    return new OAuthError(redact(description ? `${reason}: ${description}` : reason), { status, ...more });
  }
  if (error instanceof WWWAuthenticateChallengeError) return failedStatus(error.status, what);
  if (!(error instanceof OperationProcessingError))
    return new OAuthError(`The answer to ${what} cannot be used`, { hint });
  const { code, cause, message } = error;
  if (cause instanceof Response && (cause.status < 200 || cause.status > 299))
    return failedStatus(cause.status, what);
  if (code === JSON_ATTRIBUTE_COMPARISON)
    return new OAuthError(`The answer to ${what} names another issuer and was not used`, { hint });
  const reason = redact(message.replaceAll('"', ''));
  return new OAuthError(`The answer to ${what} cannot be used: ${reason}`, { hint });
}
