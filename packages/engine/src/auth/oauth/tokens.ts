import type { AuthorizationServer, Client, TokenEndpointResponse } from 'oauth4webapi';
import { OAuthError } from '../../errors/index.ts';
import { attempt, isRecord } from '../../text/index.ts';
import { checkAccessToken } from '../access-token.ts';
import type { OAuthGrant } from '../grant.ts';
import { SCOPES } from './hub-fetch.ts';

/** Ten years, in seconds. */
const MAX_LIFE = 10 * 365 * 24 * 60 * 60;

export interface Tokens {
  readonly accessToken: string;
  readonly grant: OAuthGrant;
}

/**
 * Reads a token response more strictly than the library, which also accepts other token types and a missing or textual
 * `expires_in`. Removes the ID token: its dates would make signing in depend on the clock of this machine (F26).
 * @param process the library's own check
 * @param before the grant to renew
 */
export async function readTokens(
  response: Response,
  process: (
    server: AuthorizationServer,
    client: Client,
    response: Response,
  ) => Promise<TokenEndpointResponse>,
  server: AuthorizationServer,
  client: Client,
  before?: OAuthGrant,
): Promise<Tokens> {
  const json: unknown = await response.json().catch(() => undefined);
  const fields = isRecord(json) && !Array.isArray(json) ? json : undefined;
  const { id_token: _idToken, ...rest } = { ...fields };
  const headers = new Headers(response.headers);
  // If there is a challenge, the library ignores the reason in the body.
  headers.delete('www-authenticate');
  const body = fields ? JSON.stringify(rest) : 'no object';
  const checked = new Response(body, { status: response.status, headers });
  const { access_token: token, token_type: type, scope, ...others } = await process(server, client, checked);
  const seconds = rest['expires_in'];
  const isBearer = type === 'bearer';
  if (!isBearer || typeof seconds !== 'number' || seconds < 1 || seconds > MAX_LIFE) {
    const name = isBearer ? 'expires_in' : 'token_type';
    throw new OAuthError(`Invalid response to the token request: ${name} is missing or invalid`);
  }
  const accessToken = attempt(() => checkAccessToken(token));
  if (accessToken === undefined)
    throw new OAuthError('The hub returned an access token in an unexpected format');
  return {
    accessToken,
    grant: {
      clientId: client.client_id,
      scope: scope ?? before?.scope ?? SCOPES,
      account: before?.account,
      expiresAt: Date.now() + seconds * 1000,
      refreshToken: others.refresh_token ?? before?.refreshToken,
    },
  };
}
