import {
  allowInsecureRequests,
  customFetch,
  JSON_ATTRIBUTE_COMPARISON,
  OperationProcessingError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  discoveryRequest,
  processDiscoveryResponse,
  type AuthorizationServer,
} from 'oauth4webapi';
import { InputError, isFailure, OAuthError } from '../../errors/index.ts';
import { findReasonInText, guardedFetch, isSecureUrl, type Connection } from '../../http/index.ts';

/** The permissions that Tryout requests (specification, section 9). */
export const SCOPES = 'openid profile inference-api';

export interface OAuthClient {
  /** Its token is not used. */
  readonly connection: Connection;
  readonly clientId: string;
  readonly signal?: AbortSignal | undefined;
}

/** Seconds until the first byte, and between bytes. */
const MAX_SILENCE = 30;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/**
 * A `fetch` to the hub that enforces the rules of `send`.
 * @param token sent with the request, for userinfo
 * @throws InputError for a hub without encryption
 */
export function hubFetch({ connection, signal }: OAuthClient, token?: string): typeof fetch {
  const hub = new URL(connection.hubUrl);
  if (!isSecureUrl(hub)) {
    const message = `Cannot sign in to ${hub.host} over an unencrypted connection`;
    throw new InputError(message, { hint: 'Use an https:// hub URL.' });
  }
  const { sendToken: _sendToken, renewal: _renewal, deadlines, ...open } = connection;
  const firstByte = Math.min(deadlines.firstByte, MAX_SILENCE);
  const idle = Math.min(deadlines.idle, MAX_SILENCE);
  const limited: Connection = { ...open, token, deadlines: { ...deadlines, firstByte, idle } };
  return guardedFetch(limited, { signal }, { limit: MAX_RESPONSE_BYTES });
}

/** Seconds. */
const SHORT_DEADLINE = 10;

/** The connection for work in the background. */
export function withShortDeadline({ finishBy: _finishBy, ...connection }: Connection): Connection {
  const total = Math.min(connection.deadlines.total, SHORT_DEADLINE);
  return { ...connection, deadlines: { ...connection.deadlines, total } };
}

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

/** The error for a failed response. @param reason of the hub */
export function failedStatus(
  status: number,
  { what, hint = SIGN_IN_AGAIN }: OAuthRequest,
  reason?: string,
): OAuthError {
  const isTemporary = status >= 500 || status === 429;
  const end = reason === undefined ? '' : `. Error: ${reason}`;
  return new OAuthError(`The hub returned status ${status} for ${what}${end}`, {
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
      .reduce((redacted, secret) => redacted.replaceAll(secret, '***'), text);
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

const NO_SIGN_IN = 'This hub may not support OAuth; sign in with a token.';

type Endpoint =
  | 'authorization_endpoint'
  | 'token_endpoint'
  | 'userinfo_endpoint'
  | 'device_authorization_endpoint'
  | 'revocation_endpoint';

/** The hub's discovery document. Its issuer must be the hub. @throws OAuthError, and what `send` throws */
export async function discover(client: OAuthClient): Promise<AuthorizationServer> {
  const issuer = new URL(client.connection.hubUrl);
  const { options } = libraryCall(client);
  const request = { what: 'the OAuth discovery', hint: NO_SIGN_IN };
  return convertErrors(request, async () => {
    const response = await discoveryRequest(issuer, options);
    if (response.ok) return processDiscoveryResponse(issuer, response);
    const from = { url: issuer.href };
    throw failedStatus(response.status, request, findReasonInText(await response.text(), from)?.reason);
  });
}

/** Checks that endpoints are on the hub's own origin. @throws OAuthError */
export function requireEndpoints(
  server: AuthorizationServer,
  hubUrl: string,
  endpoints: readonly Endpoint[],
): AuthorizationServer {
  for (const name of endpoints) {
    if (!urlOnHub(server[name], hubUrl, name))
      throw new OAuthError(`The hub's OAuth configuration has no valid ${name}`, { hint: NO_SIGN_IN });
  }
  return server;
}

/** A URL that the hub sent; undefined if it is invalid. @throws OAuthError if it is not on the hub's own origin */
export function urlOnHub(address: unknown, hubUrl: string, name: string): URL | undefined {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.origin === new URL(hubUrl).origin && !url.username && !url.password)) return url;
  const message = `The ${name} is not on the hub but at ${url.host || url.protocol}`;
  throw new OAuthError(message, { hint: 'Use a token.' });
}

export async function hubSignIn(client: OAuthClient, more: readonly Endpoint[] = []) {
  const endpoints: Endpoint[] = [...more, 'token_endpoint', 'userinfo_endpoint'];
  return requireEndpoints(await discover(client), client.connection.hubUrl, endpoints);
}
