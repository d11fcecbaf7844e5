import type { OAuthResult } from './load-oauth.ts';
import type { OAuthGrant } from './token-store.ts';

/** What a token store keeps beside the access token of a finished sign-in. */
export function grantOf(result: OAuthResult): OAuthGrant {
  const { clientId, scope, userInfo, accessTokenExpiresAt, refreshToken } = result;
  return {
    clientId,
    scope,
    account: userInfo.id,
    expiresAt: accessTokenExpiresAt.getTime(),
    ...(refreshToken === undefined ? {} : { refreshToken }),
  };
}
