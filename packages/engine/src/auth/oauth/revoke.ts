import { None, processRevocationResponse, revocationRequest } from 'oauth4webapi';
import type { OAuthGrant } from '../token-store.ts';
import { libraryCall } from './client.ts';
import type { OAuthClient } from './hub-fetch.ts';
import { discover, withEndpoints } from './discovery.ts';
import { explained } from './failure.ts';
import { inShort } from './in-short.ts';

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
