import { dropPending, keepPending } from '../redirect/pending.ts';
import type { SignInTransaction } from '../redirect/redirect-grant.ts';
import type { WebStorage } from '../web-token-store.ts';
import { hubSignIn } from './discovery.ts';
import { type OAuthClient, SCOPES } from './hub-fetch.ts';

export interface SignInRequest {
  /** Where the hub sends the person back to; registered for the client. */
  readonly redirectUri: string;
  /** Comes back as the result's `state`, for example the place to return to; see `returnTarget`. */
  readonly state?: string;
}

/**
 * Makes the address that signs a person in, and what is needed when they come back. Nothing is stored.
 * @throws OAuthError, and what `send` throws
 */
export async function prepareSignIn(
  asking: OAuthClient,
  { redirectUri, state: own }: SignInRequest,
): Promise<{ readonly url: string; readonly transaction: SignInTransaction }> {
  const { clientId } = asking;
  const { hubUrl } = asking.connection;
  const server = await hubSignIn(asking, ['authorization_endpoint']);
  const nonce = crypto.randomUUID();
  const verifier = crypto.randomUUID() + crypto.randomUUID();
  const state = JSON.stringify({ nonce, redirectUri, ...(own === undefined ? {} : { state: own }) });
  const url = new URL(server.authorization_endpoint ?? '');
  const query = {
    client_id: clientId,
    scope: SCOPES,
    response_type: 'code',
    redirect_uri: redirectUri,
    state,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url: url.href, transaction: { nonce, state, verifier, clientId, redirectUri, hubUrl } };
}

export interface BegunRedirect {
  /** Where a link leads to that signs in. */
  readonly url: string;
  /** Forgets the sign-in, for a screen that is left without it. */
  forget(): void;
}

/**
 * Makes the address of a sign-in link, and keeps what `takeRedirect` needs when the person comes back.
 * @throws OAuthError, and what `send` throws
 */
export async function beginRedirect(
  asking: OAuthClient,
  request: SignInRequest,
  storage: WebStorage,
): Promise<BegunRedirect> {
  const { url, transaction } = await prepareSignIn(asking, request);
  keepPending(storage, transaction, Date.now());
  return { url, forget: () => dropPending(storage, transaction.nonce) };
}

/** The PKCE challenge of a verifier by method S256 (RFC 7636, 4.2). */
async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
