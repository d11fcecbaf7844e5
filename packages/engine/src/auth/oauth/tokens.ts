import type { AuthorizationServer, Client } from 'oauth4webapi';
import * as v from 'valibot';
import { OAuthError } from '../../errors/index.ts';
import { attempt } from '../../text/index.ts';
import { checkAccessToken } from '../access-token.ts';
import type { OAuthGrant } from '../token-store.ts';
import { SCOPES } from './hub-fetch.ts';

/** Ten years, in seconds. */
const MAX_LIFE = 10 * 365 * 24 * 60 * 60;

const shape = v.looseObject({
  access_token: v.string(),
  token_type: v.pipe(v.string(), v.regex(/^bearer$/i)),
  expires_in: v.pipe(v.number(), v.minValue(1), v.maxValue(MAX_LIFE)),
  scope: v.optional(v.string()),
  refresh_token: v.optional(v.pipe(v.string(), v.minLength(1))),
});

export interface Tokens {
  readonly accessToken: string;
  readonly grant: OAuthGrant;
}

/**
 * Reads a token response more strictly than the library, which treats `expires_in` as optional. Removes the ID token:
 * its dates would make signing in depend on the clock of this machine (F26).
 * @param process the library's own check
 * @param before the grant to renew
 */
export async function readTokens(
  response: Response,
  process: (server: AuthorizationServer, client: Client, response: Response) => Promise<unknown>,
  server: AuthorizationServer,
  client: Client,
  before?: OAuthGrant,
): Promise<Tokens> {
  const json: unknown = await response.json().catch(() => undefined);
  const fields = v.is(v.looseObject({}), json) && !Array.isArray(json) ? json : undefined;
  const { id_token: _idToken, ...rest } = { ...fields };
  const headers = new Headers(response.headers);
  // If there is a challenge, the library ignores the reason in the body.
  headers.delete('www-authenticate');
  const body = fields ? JSON.stringify(rest) : 'no object';
  await process(server, client, new Response(body, { status: response.status, headers }));
  const checked = v.safeParse(shape, rest, { abortEarly: true });
  if (!checked.success) {
    const place = v.getDotPath(checked.issues[0]) ?? 'the body';
    throw new OAuthError(`Invalid response to the token request: ${place} is missing or invalid`);
  }
  const { access_token: token, expires_in: seconds, scope, refresh_token: refreshToken } = checked.output;
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
      refreshToken: refreshToken ?? before?.refreshToken,
    },
  };
}
