import { discoveryRequest, processDiscoveryResponse, type AuthorizationServer } from 'oauth4webapi';
import { OAuthError } from '../../errors/index.ts';
import type { OAuthClient } from './hub-fetch.ts';
import { convertErrors, libraryCall } from './library.ts';

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
  return convertErrors({ what: 'the OAuth discovery', hint: NO_SIGN_IN }, async () =>
    processDiscoveryResponse(issuer, await discoveryRequest(issuer, options)),
  );
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
