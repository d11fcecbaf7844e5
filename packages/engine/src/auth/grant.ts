import { InputTypeError, InputError } from '../errors/index.ts';
import { getTokenPage, getApplicationPage, HUB_URL } from '../http/index.ts';
import { isRecord, isAccessToken, MAX_TOKEN_LENGTH, TOKEN_PREFIX } from '../text/index.ts';

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

/**
 * A pasted token, trimmed.
 * @param hubUrl the hub to name in the hint
 * @throws InputTypeError, which never contains the token
 */
export function checkAccessToken(pasted: string, hubUrl?: string): string {
  const token = pasted.trim();
  const page = getTokenPage(hubUrl);
  if (!token.startsWith(TOKEN_PREFIX))
    throw new InputTypeError("Your access token must start with 'hf_'", { hint: `Create one at ${page}` });
  if (isAccessToken(token)) return token;
  const message =
    token === TOKEN_PREFIX
      ? "Your access token is incomplete: nothing follows 'hf_'"
      : token.length > MAX_TOKEN_LENGTH
        ? 'Your access token is too long'
        : 'Your access token contains an invalid character';
  throw new InputTypeError(message, { hint: `Copy it again, or create one at ${page}` });
}

/** Tryout's own OAuth app on the Hub; none is registered yet, so signing in there needs a token or an app of yours. */
const DEFAULT_CLIENT_ID: string | undefined = undefined;

interface ClientIdAdvice {
  /** The app's redirect URL; one on this machine has no port. */
  readonly redirectUri: string;
  /** For example `TRYOUT_OAUTH_CLIENT_ID`. */
  readonly setting: string;
}

/** The client ID for signing in on a page of a hub: the configured one, or the default of the Hub. */
export function findClientId(configured: string | undefined, hubUrl: string): string | undefined {
  return configured?.trim() || (hubUrl === HUB_URL ? DEFAULT_CLIENT_ID : undefined);
}

/** How to get a client ID and where to set it, without a period. */
export function clientIdAdvice(hubUrl: string, { redirectUri, setting }: ClientIdAdvice): string {
  const page = getApplicationPage(hubUrl);
  return `Register a public app at ${page} with the redirect URL ${redirectUri}, then set ${setting} to its client ID`;
}

/** The client ID. @throws InputError `Missing clientId` (specification, section 8) */
export function requireClientId(
  configured: string | undefined,
  hubUrl: string,
  advice: ClientIdAdvice,
): string {
  const clientId = findClientId(configured, hubUrl);
  if (clientId !== undefined) return clientId;
  const message = `Missing clientId: set ${advice.setting}, or sign in with a token`;
  throw new InputError(message, { hint: `${clientIdAdvice(hubUrl, advice)}.` });
}
