import {
  allowInsecureRequests,
  type Client,
  customFetch,
  INVALID_SERVER_METADATA,
  JSON_ATTRIBUTE_COMPARISON,
  MISSING_SERVER_METADATA,
  OperationProcessingError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi';
import { isFailure, OAuthError } from '../../errors/index.ts';
import { failedStatus, SIGN_IN_AGAIN, TRY_AGAIN } from './discovery.ts';
import { hubFetch, type OAuthClient } from './hub-fetch.ts';

/** What the library is called with. */
export interface LibraryCall {
  readonly client: Client;
  readonly options: {
    readonly [customFetch]: typeof fetch;
    readonly [allowInsecureRequests]: boolean;
  };
}

/** The library over our own way of sending. @throws as {@link hubFetch} */
export function libraryCall(asking: OAuthClient): LibraryCall {
  return {
    client: { client_id: asking.clientId },
    options: {
      [customFetch]: hubFetch(asking),
      // That the way is private is our own rule: https, or http to this very machine.
      [allowInsecureRequests]: new URL(asking.connection.hubUrl).protocol === 'http:',
    },
  };
}

/** What was asked, for the message of a failure. */
export interface Asked {
  /** For example `the token request`. */
  readonly what: string;
  /** What must not be shown, should the hub echo it. */
  readonly secrets?: readonly string[];
  readonly hint?: string;
}

/** What is shorter is no secret, and would be found in words. */
const SHORTEST_SECRET = 6;

/** An error answer as one line: `{error}: {description}`. */
function errorLine({ error, error_description: description }: ResponseBodyError): string {
  return description ? `${error}: ${description}` : error;
}

/** Does work with the library and gives its errors, which may hold tokens, as ours. */
export async function explained<Result>(asked: Asked, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explain(error, asked);
  }
}

/** An error of the library as one of ours; errors of ours are given back as they are. */
export function explain(error: unknown, { what, secrets = [], hint = SIGN_IN_AGAIN }: Asked): Error {
  if (isFailure(error)) return error;
  const without = (text: string) =>
    secrets.reduce(
      (shown, secret) => (secret.length >= SHORTEST_SECRET ? shown.split(secret).join('***') : shown),
      text,
    );
  if (error instanceof ResponseBodyError) {
    const { status } = error;
    // Too many questions are no answer: the sign-in may hold.
    const isBusy = status === 429 || error.error === 'temporarily_unavailable';
    const end = isBusy ? { hint: TRY_AGAIN } : { outcome: 'refused' as const, hint };
    return new OAuthError(without(errorLine(error)), { status, ...end });
  }
  if (error instanceof WWWAuthenticateChallengeError) return failedStatus(error.status, what, hint);
  if (!(error instanceof OperationProcessingError))
    return new OAuthError(`The answer to ${what} cannot be used`, { hint });
  const { code, cause, message } = error;
  if (cause instanceof Response && (cause.status < 200 || cause.status > 299))
    return failedStatus(cause.status, what, hint);
  if (code === JSON_ATTRIBUTE_COMPARISON) {
    return new OAuthError(`The answer to ${what} names another issuer and was not used`, { hint });
  }
  if (code === MISSING_SERVER_METADATA || code === INVALID_SERVER_METADATA) {
    const { attribute } = cause as { attribute: string };
    return new OAuthError(`The hub names no ${attribute} that could be used`, { hint });
  }
  return new OAuthError(`The answer to ${what} cannot be used: ${without(message.replaceAll('"', ''))}`, {
    hint,
  });
}
