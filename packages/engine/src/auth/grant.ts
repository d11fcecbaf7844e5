import { isRecord } from '../text/index.ts';

interface OAuthAccount {
  readonly id: string;
  readonly name: string;
  readonly fullname: string;
  readonly avatarUrl: string | undefined;
}

/** The user who signed in (specification, section 3). */
export interface OAuthUserInfo extends OAuthAccount {
  readonly email: string | undefined;
  readonly emailVerified: boolean | undefined;
  readonly websiteUrl: string | undefined;
  readonly isPro: boolean;
  readonly orgs: readonly (OAuthAccount & {
    readonly isEnterprise: boolean;
    readonly canPay: boolean;
    readonly roleInOrg: string | undefined;
  })[];
}

/** A finished sign-in (specification, section 3). */
export interface OAuthResult {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date;
  readonly userInfo: OAuthUserInfo;
  /** The app's own part of the state that was sent. */
  readonly state?: string | undefined;
  readonly scope: string;
  readonly clientId: string;
  readonly refreshToken?: string | undefined;
}

/** Stored with an access token from OAuth. */
export interface OAuthGrant {
  /** Needed to renew and revoke the token. */
  readonly clientId: string;
  readonly scope: string;
  /** The Hub's ID of the account; older versions did not store it. */
  readonly account?: string | undefined;
  /** Milliseconds since the epoch, by the clock of this machine. */
  readonly expiresAt: number;
  readonly refreshToken?: string | undefined;
}

export function toGrant(result: OAuthResult): OAuthGrant {
  const { clientId, scope, userInfo, accessTokenExpiresAt, refreshToken } = result;
  return { clientId, scope, account: userInfo.id, expiresAt: accessTokenExpiresAt.getTime(), refreshToken };
}

/**
 * A stored grant; undefined if it is unusable. Validated by hand, since the web app's first script has no schema
 * library.
 */
export function readGrant(stored: unknown): OAuthGrant | undefined {
  if (!isRecord(stored)) return undefined;
  const { clientId, scope, account, expiresAt, refreshToken } = stored;
  if (!isFilled(clientId) || typeof scope !== 'string') return undefined;
  if (typeof expiresAt !== 'number' || !Number.isFinite(expiresAt)) return undefined;
  if (refreshToken !== undefined && !isFilled(refreshToken)) return undefined;
  return { clientId, scope, expiresAt, account: isFilled(account) ? account : undefined, refreshToken };
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
