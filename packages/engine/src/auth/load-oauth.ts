import { isFailure } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import type * as oauth from './oauth/index.ts';
import type { OAuthGrant } from './grant.ts';

export type { Clock, DeviceCode, OAuthClient, PreparedRedirect } from './oauth/index.ts';

export function loadOAuth(): Promise<typeof oauth> {
  return import('./oauth/index.ts');
}

/**
 * Revokes the tokens of a sign-in, if the hub supports that.
 * @param connection to the hub; its token is not used
 * @returns false if the request failed
 */
export async function revokeSignIn(
  connection: Connection,
  token: string,
  grant: OAuthGrant,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    const { revokeGrant } = await loadOAuth();
    await revokeGrant({ connection, signal }, token, grant);
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return false;
  }
}
