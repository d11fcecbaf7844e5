import type { AuthorizationServer } from 'oauth4webapi';
import * as v from 'valibot';
import { OAuthError } from '../../errors/index.ts';
import { redactValue } from '../../text/index.ts';
import { failedStatus, SIGN_IN_AGAIN } from './discovery.ts';
import { hubFetch, type OAuthClient } from './hub-fetch.ts';
import type { Tokens } from './tokens.ts';

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

export interface OAuthOrganization {
  readonly id: string;
  readonly name: string;
  readonly fullname: string;
  readonly isEnterprise: boolean;
  readonly canPay: boolean;
  readonly avatarUrl?: string;
  readonly roleInOrg?: string;
}

/** Who signed in (specification, section 3). */
export interface OAuthUserInfo {
  readonly id: string;
  /** The account's name. */
  readonly name: string;
  readonly fullname: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  /** An http(s) address, as the other two. */
  readonly avatarUrl?: string;
  readonly websiteUrl?: string;
  readonly isPro: boolean;
  readonly orgs: readonly OAuthOrganization[];
}

const text = v.nullish(v.string());
const flag = v.nullish(v.boolean());
const identity = { sub: v.string(), name: text, preferred_username: text, picture: text };

const shape = v.looseObject({
  ...identity,
  email: text,
  email_verified: flag,
  website: text,
  isPro: flag,
  orgs: v.nullish(v.array(v.looseObject({ ...identity, isEnterprise: flag, canPay: flag, roleInOrg: text }))),
});

const WHAT = 'the question who signed in';

/**
 * Asks who a new token belongs to.
 * @throws OAuthError, and what `send` throws
 */
async function askUserInfo(
  asking: OAuthClient,
  server: AuthorizationServer,
  token: string,
): Promise<OAuthUserInfo> {
  const headers = { accept: 'application/json' };
  const response = await hubFetch(asking, token)(server.userinfo_endpoint ?? '', { headers });
  if (response.status !== 200) throw failedStatus(response.status, WHAT);
  const info = redactValue(await response.json().catch(() => undefined), token);
  const checked = v.safeParse(shape, info, { abortEarly: true });
  if (checked.success) return infoOf(checked.output, asking.connection.hubUrl);
  const place = v.getDotPath(checked.issues[0]) ?? 'it';
  throw new OAuthError(`The answer to ${WHAT} cannot be used: ${place} is not as it should be`, {
    hint: SIGN_IN_AGAIN,
  });
}

function infoOf(answer: v.InferOutput<typeof shape>, hubUrl: string): OAuthUserInfo {
  const { email, email_verified: verified, website, isPro, orgs } = answer;
  const websiteUrl = address(website, hubUrl);
  return {
    ...namesOf(answer, hubUrl),
    ...(typeof email === 'string' ? { email } : {}),
    ...(typeof verified === 'boolean' ? { emailVerified: verified } : {}),
    ...(websiteUrl === undefined ? {} : { websiteUrl }),
    isPro: isPro ?? false,
    orgs: (orgs ?? []).map((organization) => ({
      ...namesOf(organization, hubUrl),
      isEnterprise: organization.isEnterprise ?? false,
      canPay: organization.canPay ?? false,
      ...(organization.roleInOrg ? { roleInOrg: organization.roleInOrg } : {}),
    })),
  };
}

interface Named {
  readonly sub: string;
  readonly name?: string | null;
  readonly preferred_username?: string | null;
  readonly picture?: string | null;
}

function namesOf({ sub, name, preferred_username: account, picture }: Named, hubUrl: string) {
  const avatarUrl = address(picture, hubUrl);
  return {
    id: sub,
    name: account ?? name ?? sub,
    fullname: name ?? account ?? '',
    ...(avatarUrl === undefined ? {} : { avatarUrl }),
  };
}

/** An address that a link or a picture may lead to. */
function address(given: string | null | undefined, hubUrl: string): string | undefined {
  if (!given || !URL.canParse(given, hubUrl)) return undefined;
  const url = new URL(given, hubUrl);
  return ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}
