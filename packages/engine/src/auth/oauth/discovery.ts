import { discoveryRequest, processDiscoveryResponse, type AuthorizationServer } from 'oauth4webapi';
import { OAuthError } from '../../errors/index.ts';
import { libraryCall, type OAuthClient } from './client.ts';
import { explained } from './failure.ts';

/** An endpoint as the discovery document names it. */
export type Endpoint =
  | 'authorization_endpoint'
  | 'token_endpoint'
  | 'userinfo_endpoint'
  | 'device_authorization_endpoint'
  | 'revocation_endpoint';

const NO_SIGN_IN = 'This hub may offer no sign-in; use a token.';

/**
 * Reads the hub's discovery document, whose issuer must be the hub.
 * @throws OAuthError, and what `send` throws
 */
export async function discover(asking: OAuthClient): Promise<AuthorizationServer> {
  const { options } = libraryCall(asking);
  const issuer = new URL(asking.connection.hubUrl);
  return explained({ what: 'the look-up of its sign-in', hint: NO_SIGN_IN }, async () =>
    processDiscoveryResponse(issuer, await discoveryRequest(issuer, options)),
  );
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
