import type { AuthorizationServer } from 'oauth4webapi';
import * as v from 'valibot';
import { OAuthError } from '../../errors/index.ts';
import { hubFetch, type OAuthClient } from './hub-fetch.ts';

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

/** An endpoint as the discovery document names it. */
export type Endpoint =
  | 'authorization_endpoint'
  | 'token_endpoint'
  | 'userinfo_endpoint'
  | 'device_authorization_endpoint'
  | 'revocation_endpoint';

const NO_SIGN_IN = 'This hub may offer no sign-in; use a token.';

const WHAT = 'the look-up of its sign-in';
const shape = v.looseObject({ issuer: v.string() });

/**
 * Reads the hub's discovery document, whose issuer must be the hub. The library could, but a sign-in link needs no more
 * than this, and a page should not load it all to show one.
 * @throws OAuthError, and what `send` throws
 */
export async function discover(asking: Omit<OAuthClient, 'clientId'>): Promise<AuthorizationServer> {
  const { hubUrl } = asking.connection;
  const headers = { accept: 'application/json' };
  const response = await hubFetch(asking)(`${hubUrl}/.well-known/openid-configuration`, { headers });
  if (response.status !== 200) throw failedStatus(response.status, WHAT, NO_SIGN_IN);
  const checked = v.safeParse(shape, await response.json().catch(() => undefined));
  if (!checked.success)
    throw new OAuthError(`The answer to ${WHAT} cannot be used: it names no issuer`, { hint: NO_SIGN_IN });
  const { issuer } = checked.output;
  if (!URL.canParse(issuer) || new URL(issuer).href !== new URL(hubUrl).href)
    throw new OAuthError(`The answer to ${WHAT} names another issuer and was not used`, { hint: NO_SIGN_IN });
  // Its other fields are checked where they are used.
  return checked.output as AuthorizationServer;
}

/**
 * The same server, with all endpoints that are about to be used on the hub's own origin (F20).
 * @throws OAuthError for one that is missing or elsewhere
 */
export function withEndpoints(
  server: AuthorizationServer,
  hubUrl: string,
  endpoints: readonly Endpoint[],
): AuthorizationServer {
  for (const name of endpoints) {
    const address: unknown = server[name];
    const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
    if (!url) throw new OAuthError(`The hub names no ${name} that could be used`, { hint: NO_SIGN_IN });
    if (url.origin !== new URL(hubUrl).origin || url.username || url.password) {
      throw new OAuthError(`The hub names a ${name} at ${url.host || url.protocol}, which is not the hub`, {
        hint: 'Use a token.',
      });
    }
  }
  return server;
}

/** The hub's sign-in, with the endpoints that every way of signing in ends at. */
export async function hubSignIn(
  asking: OAuthClient,
  more: readonly Endpoint[] = [],
): Promise<AuthorizationServer> {
  const { hubUrl } = asking.connection;
  return withEndpoints(await discover(asking), hubUrl, [...more, 'token_endpoint', 'userinfo_endpoint']);
}
