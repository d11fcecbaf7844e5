import type { OAuthResult } from './load-oauth.ts';
import type { OAuthGrant } from './token-store.ts';

/** What a token store keeps beside the access token of a finished sign-in. */
export function grantOf({ clientId, scope, accessTokenExpiresAt, refreshToken }: OAuthResult): OAuthGrant {
  return {
    clientId,
    scope,
    expiresAt: accessTokenExpiresAt.getTime(),
    ...(refreshToken === undefined ? {} : { refreshToken }),
  };
}
