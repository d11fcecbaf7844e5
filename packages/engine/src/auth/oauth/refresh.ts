import { None, processRefreshTokenResponse, refreshTokenGrantRequest } from 'oauth4webapi';
import { CanceledError, SignInExpiredError } from '../../errors/index.ts';
import type { OAuthGrant } from '../token-store.ts';
import { libraryCall } from './client.ts';
import type { OAuthClient } from './hub-fetch.ts';
import { discover, withEndpoints } from './discovery.ts';
import { explained } from './failure.ts';
import { inShort } from './in-short.ts';
import { readTokens, type Tokens } from './tokens.ts';

/**
 * Gets the next access token. The refresh token may change with it: store both at once. Once it has gone out the
 * answer is waited for, by a short deadline and not by the signal: it may hold only once.
 * @throws SignInExpiredError for a grant without a refresh token; OAuthError (`refused` where the hub says no), and
 * what `send` throws
 */
export async function refreshGrant(
  { connection, signal }: Pick<OAuthClient, 'connection' | 'signal'>,
  grant: OAuthGrant,
): Promise<Tokens> {
  const { clientId, refreshToken } = grant;
  if (refreshToken === undefined) throw new SignInExpiredError(connection.hubUrl);
  const asking: OAuthClient = { connection: inShort(connection), clientId };
  const found = await discover(signal ? { ...asking, signal } : asking);
  const server = withEndpoints(found, connection.hubUrl, ['token_endpoint']);
  if (signal?.aborted) throw new CanceledError();
  const { client, options } = libraryCall(asking);
  return explained({ what: 'the token request', secrets: [refreshToken] }, async () => {
    const response = await refreshTokenGrantRequest(server, client, None(), refreshToken, options);
    return readTokens(
      response,
      (answer) => processRefreshTokenResponse(server, client, answer),
      clientId,
      grant,
    );
  });
}
