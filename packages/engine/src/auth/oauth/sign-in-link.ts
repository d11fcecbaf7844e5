import { calculatePKCECodeChallenge } from 'oauth4webapi';
import { dropPending, storePending } from '../redirect/complete-redirect.ts';
import type { SignInTransaction } from '../redirect/redirect-grant.ts';
import type { WebStorage } from '../web-token-store.ts';
import { hubSignIn } from './discovery.ts';
import { SCOPES, type OAuthClient } from './hub-fetch.ts';

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
  { redirectUri, state: own }: SignInRequest,
): Promise<{ readonly url: string; readonly transaction: SignInTransaction }> {
  const { clientId, connection } = client;
  const { hubUrl } = connection;
  const server = await hubSignIn(client, ['authorization_endpoint']);
  const nonce = crypto.randomUUID();
  const verifier = crypto.randomUUID() + crypto.randomUUID();
  const state = JSON.stringify({ nonce, redirectUri, state: own });
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
