import { None, processRevocationResponse, revocationRequest } from 'oauth4webapi';
import type { OAuthGrant } from '../token-store.ts';
import { libraryCall } from './client.ts';
import type { OAuthClient } from './hub-fetch.ts';
import { discover, withEndpoints } from './discovery.ts';
import { explained } from './failure.ts';

/**
 * Tells the hub that a sign-in is over, where it takes that (RFC 7009): its refresh token, or the access token where
 * there is none.
 * @returns whether the hub was told
 * @throws OAuthError, and what `send` throws
 */
export async function revokeGrant(
  { connection, signal }: Pick<OAuthClient, 'connection' | 'signal'>,
  accessToken: string,
  { clientId, refreshToken }: OAuthGrant,
): Promise<boolean> {
  const asking: OAuthClient = { connection, clientId, ...(signal ? { signal } : {}) };
  const server = await discover(asking);
  if (server.revocation_endpoint === undefined) return false;
  withEndpoints(server, connection.hubUrl, ['revocation_endpoint']);
  const { client, options } = libraryCall(asking);
  const tokens = [
    ...(refreshToken === undefined ? [] : [{ token: refreshToken, token_type_hint: 'refresh_token' }]),
    { token: accessToken, token_type_hint: 'access_token' },
  ];
  await explained({ what: 'the end of the sign-in', secrets: tokens.map(({ token }) => token) }, async () => {
    for (const { token, token_type_hint } of tokens) {
      const additionalParameters = { token_type_hint };
      await processRevocationResponse(
        await revocationRequest(server, client, None(), token, { ...options, additionalParameters }),
      );
    }
  });
  return true;
}
