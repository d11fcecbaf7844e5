import {
  calculatePKCECodeChallenge,
  authorizationCodeGrantRequest,
  None,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  processRevocationResponse,
  refreshTokenGrantRequest,
  revocationRequest,
  validateAuthResponse,
} from 'oauth4webapi';
import { CanceledError, SignInExpiredError } from '../../errors/index.ts';
import { withTotalDeadline } from '../../http/index.ts';
import type { OAuthGrant, OAuthResult } from '../grant.ts';
import {
  dropPending,
  storePending,
  type SignInTransaction,
  INVALID_STATE,
  getOwnState,
  redirectError,
  type RedirectGrant,
} from '../redirect.ts';
import type { WebStorage } from '../token-store.ts';
import {
  hubSignIn,
  SCOPES,
  type OAuthClient,
  discover,
  requireEndpoints,
  withShortDeadline,
  convertErrors,
  libraryCall,
} from './hub-client.ts';
import { toOAuthResult, readTokens, type Tokens } from './result.ts';

interface SignInRequest {
  /** Must be registered for the client. */
  readonly redirectUri: string;
  /** Returned as the result's `state`, for example the route to return to; see `returnTarget`. */
  readonly state?: string;
}

/**
 * The URL that signs a user in, and what is needed after the redirect. Stores nothing.
 * @throws OAuthError, and what `send` throws
 */
export async function prepareSignIn(
  client: OAuthClient,
  { redirectUri, state: appState }: SignInRequest,
): Promise<{ readonly url: string; readonly transaction: SignInTransaction }> {
  const { clientId, connection } = client;
  const { hubUrl } = connection;
  const server = await hubSignIn(client, ['authorization_endpoint']);
  const nonce = crypto.randomUUID();
  const verifier = crypto.randomUUID() + crypto.randomUUID();
  const state = JSON.stringify({ nonce, redirectUri, state: appState });
  const url = new URL(server.authorization_endpoint ?? '');
  const query = {
    client_id: clientId,
    scope: SCOPES,
    response_type: 'code',
    redirect_uri: redirectUri,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url: url.href, transaction: { nonce, state, verifier, clientId, redirectUri, hubUrl } };
}

export interface PreparedRedirect {
  readonly url: string;
  forget(): void;
}

/**
 * The URL of a sign-in link; stores what `completeRedirect` needs after the redirect.
 * @throws OAuthError, and what `send` throws
 */
export async function beginRedirect(client: OAuthClient, request: SignInRequest, storage: WebStorage) {
  const { url, transaction } = await prepareSignIn(client, request);
  storePending(storage, transaction, Date.now());
  return { url, forget: () => dropPending(storage, transaction.nonce) };
}

/**
 * Exchanges the code of a checked redirect for tokens, and requests the user info. Stores nothing.
 * @throws OAuthError, including for a sign-in started at another hub, and what `send` throws
 */
export async function finishSignIn(
  { connection, signal }: Pick<OAuthClient, 'connection' | 'signal'>,
  { transaction, parameters }: RedirectGrant,
): Promise<OAuthResult> {
  const { clientId, redirectUri, verifier, state, hubUrl } = transaction;
  if (hubUrl !== connection.hubUrl) throw redirectError(INVALID_STATE);
  const oauthClient: OAuthClient = { connection, clientId, signal };
  const server = await hubSignIn(oauthClient);
  const { client, options } = libraryCall(oauthClient);
  const secrets = [parameters.get('code') ?? '', verifier];
  const tokens = await convertErrors({ what: 'the token request', secrets }, async () => {
    // Also checks the issuer, if the hub declares that it sends one.
    const checked = validateAuthResponse(server, client, parameters, state);
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      None(),
      checked,
      redirectUri,
      verifier,
      options,
    );
    return readTokens(response, processAuthorizationCodeResponse, server, client);
  });
  return toOAuthResult(oauthClient, server, tokens, getOwnState(transaction));
}

/**
 * Gets a new access token. Store both tokens: the refresh token may change. The signal is ignored once the refresh
 * token was sent, since it may be single-use.
 * @throws SignInExpiredError for a grant without a refresh token, OAuthError, and what `send` throws
 */
export async function refreshGrant(
  { connection, signal }: Pick<OAuthClient, 'connection' | 'signal'>,
  grant: OAuthGrant,
): Promise<Tokens> {
  const { clientId, refreshToken } = grant;
  if (refreshToken === undefined) throw new SignInExpiredError(connection.hubUrl);
  const oauthClient: OAuthClient = { connection: withShortDeadline(connection), clientId };
  const discovery = await discover({ ...oauthClient, signal });
  const server = requireEndpoints(discovery, connection.hubUrl, ['token_endpoint']);
  if (signal?.aborted) throw new CanceledError();
  const { client, options } = libraryCall(oauthClient);
  return convertErrors({ what: 'the token request', secrets: [refreshToken] }, async () => {
    const response = await refreshTokenGrantRequest(server, client, None(), refreshToken, options);
    return readTokens(response, processRefreshTokenResponse, server, client, grant);
  });
}

/**
 * Revokes refresh token and access token (RFC 7009).
 * @returns false if the hub does not support it
 * @throws OAuthError, and what `send` throws
 */
export async function revokeGrant(
  { connection, signal }: Pick<OAuthClient, 'connection' | 'signal'>,
  accessToken: string,
  { clientId, refreshToken }: OAuthGrant,
): Promise<boolean> {
  const limited = withTotalDeadline(withShortDeadline(connection));
  const oauthClient: OAuthClient = { connection: limited, clientId, signal };
  const server = await discover(oauthClient);
  if (server.revocation_endpoint === undefined) return false;
  requireEndpoints(server, connection.hubUrl, ['revocation_endpoint']);
  const { client, options } = libraryCall(oauthClient);
  const tokens = [
    { token: refreshToken, token_type_hint: 'refresh_token' },
    { token: accessToken, token_type_hint: 'access_token' },
  ];
  const failures: unknown[] = [];
  for (const { token, token_type_hint } of tokens) {
    if (token === undefined) continue;
    await convertErrors({ what: 'the token revocation', secrets: [token] }, async () => {
      const request = { ...options, additionalParameters: { token_type_hint } };
      await processRevocationResponse(await revocationRequest(server, client, None(), token, request));
    }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return true;
}
