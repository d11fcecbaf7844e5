import type { AuthorizationServer } from 'oauth4webapi';
import type { OAuthClient } from './hub-fetch.ts';
import type { Tokens } from './tokens.ts';
import { askUserInfo, type OAuthUserInfo } from './user-info.ts';

/** A finished sign-in (specification, section 3). */
export interface OAuthResult {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date;
  readonly userInfo: OAuthUserInfo;
  /** What was given as `state` when the sign-in was begun. */
  readonly state?: string;
  readonly scope: string;
  readonly clientId: string;
  readonly refreshToken?: string;
}

/** The result for tokens that have just come; asks who they belong to. */
export async function resultOf(
  asking: OAuthClient,
  server: AuthorizationServer,
  { accessToken, grant }: Tokens,
  state?: string,
): Promise<OAuthResult> {
  const { clientId, scope, expiresAt, refreshToken } = grant;
  return {
    accessToken,
    accessTokenExpiresAt: new Date(expiresAt),
    userInfo: await askUserInfo(asking, server, accessToken),
    ...(state === undefined ? {} : { state }),
    scope,
    clientId,
    ...(refreshToken === undefined ? {} : { refreshToken }),
  };
}
