import {
  None,
  processRefreshTokenResponse,
  processRevocationResponse,
  refreshTokenGrantRequest,
  revocationRequest,
} from 'oauth4webapi';
import { CanceledError, SignInExpiredError } from '../../errors/index.ts';
import type { OAuthGrant } from '../token-store.ts';
import { discover, withEndpoints } from './discovery.ts';
import { inShort, type OAuthClient } from './hub-fetch.ts';
import { explained, libraryCall } from './library.ts';
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

/**
 * Tells the hub that a sign-in is over, where it takes that (RFC 7009): its refresh token and its access token, the
 * second also where the first is not taken.
 * @returns whether the hub was told
 * @throws OAuthError, and what `send` throws
 */
export async function revokeGrant(
  { connection, signal }: Pick<OAuthClient, 'connection' | 'signal'>,
  accessToken: string,
  { clientId, refreshToken }: OAuthGrant,
): Promise<boolean> {
  const asking: OAuthClient = { connection: inShort(connection), clientId, ...(signal ? { signal } : {}) };
  const server = await discover(asking);
  if (server.revocation_endpoint === undefined) return false;
  withEndpoints(server, connection.hubUrl, ['revocation_endpoint']);
  const { client, options } = libraryCall(asking);
  const tokens = [
    ...(refreshToken === undefined ? [] : [{ token: refreshToken, token_type_hint: 'refresh_token' }]),
    { token: accessToken, token_type_hint: 'access_token' },
  ];
  const asked = { what: 'the end of the sign-in', secrets: tokens.map(({ token }) => token) };
  const failures: unknown[] = [];
  for (const { token, token_type_hint } of tokens) {
    await explained(asked, async () => {
      const additionalParameters = { token_type_hint };
      await processRevocationResponse(
        await revocationRequest(server, client, None(), token, { ...options, additionalParameters }),
      );
    }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return true;
}
