import type { AuthorizationServer } from 'oauth4webapi';
import * as v from 'valibot';
import { OAuthError } from '../../errors/index.ts';
import { isSameIssuer } from '../redirect/redirect-grant.ts';
import { hubFetch, type OAuthClient } from './hub-fetch.ts';

export const SIGN_IN_AGAIN = 'Sign in again, or use a token.';
export const TRY_AGAIN = 'Try again in a moment.';
const NO_SIGN_IN = 'This hub may not support OAuth; sign in with a token.';

/** The error for a failed response. @param what was requested, for example `the token request` */
export function failedStatus(status: number, what: string, hint: string = SIGN_IN_AGAIN): OAuthError {
  const isTemporary = status >= 500 || status === 429;
  return new OAuthError(`The hub returned status ${status} for ${what}`, {
    status,
    outcome: status === 401 || status === 403 ? 'refused' : 'failed',
    hint: isTemporary ? TRY_AGAIN : hint,
  });
}

type Endpoint =
  | 'authorization_endpoint'
  | 'token_endpoint'
  | 'userinfo_endpoint'
  | 'device_authorization_endpoint'
  | 'revocation_endpoint';

const REQUEST_NAME = 'the OAuth discovery';
const shape = v.looseObject({ issuer: v.string() });

/**
 * The hub's discovery document. Its issuer must be the hub. Does not use oauth4webapi, so that a sign-in link loads
 * fast.
 * @throws OAuthError, and what `send` throws
 */
export async function discover(client: Omit<OAuthClient, 'clientId'>): Promise<AuthorizationServer> {
  const { hubUrl } = client.connection;
  const headers = { accept: 'application/json' };
  const response = await hubFetch(client)(`${hubUrl}/.well-known/openid-configuration`, { headers });
  if (response.status !== 200) throw failedStatus(response.status, REQUEST_NAME, NO_SIGN_IN);
  const checked = v.safeParse(shape, await response.json().catch(() => undefined));
  if (!checked.success)
    throw new OAuthError(`Invalid response to ${REQUEST_NAME}: it has no issuer`, { hint: NO_SIGN_IN });
  if (!isSameIssuer(checked.output.issuer, hubUrl))
    throw new OAuthError(`The response to ${REQUEST_NAME} has a different issuer and was ignored`, {
      hint: NO_SIGN_IN,
    });
  return checked.output as AuthorizationServer;
}

/** Checks that endpoints are on the hub's own origin (F20). @throws OAuthError */
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
