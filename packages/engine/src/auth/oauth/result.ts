import type { AuthorizationServer } from 'oauth4webapi';
import * as v from 'valibot';
import { OAuthError } from '../../errors/index.ts';
import { redactValue } from '../../text/index.ts';
import type { OAuthResult, OAuthUserInfo } from '../grant.ts';
import { hubFetch, type OAuthClient } from './hub-fetch.ts';
import { failedStatus, SIGN_IN_AGAIN } from './library.ts';
import type { Tokens } from './tokens.ts';

export async function toOAuthResult(
  client: OAuthClient,
  server: AuthorizationServer,
  { accessToken, grant }: Tokens,
  state?: string,
): Promise<OAuthResult> {
  const { clientId, scope, expiresAt, refreshToken } = grant;
  return {
    accessToken,
    accessTokenExpiresAt: new Date(expiresAt),
    userInfo: await requestUserInfo(client, server, accessToken),
    state,
    scope,
    clientId,
    refreshToken,
  };
}

const text = v.nullish(v.string());
const flag = v.nullish(v.boolean());
const identity = v.looseObject({ sub: v.string(), name: text, preferred_username: text, picture: text });

const shape = v.looseObject({
  ...identity.entries,
  email: text,
  email_verified: flag,
  website: text,
  isPro: flag,
  orgs: v.nullish(
    v.array(v.looseObject({ ...identity.entries, isEnterprise: flag, canPay: flag, roleInOrg: text })),
  ),
});

const REQUEST_NAME = 'the user info request';

/** @throws OAuthError, and what `send` throws */
async function requestUserInfo(client: OAuthClient, server: AuthorizationServer, token: string) {
  const headers = { accept: 'application/json' };
  const response = await hubFetch(client, token)(server.userinfo_endpoint ?? '', { headers });
  if (response.status !== 200) throw failedStatus(response.status, { what: REQUEST_NAME });
  const info = redactValue(await response.json().catch(() => undefined), token);
  const checked = v.safeParse(shape, info);
  if (checked.success) return toUserInfo(checked.output, client.connection.hubUrl);
  throw new OAuthError(`Invalid response to ${REQUEST_NAME}`, { hint: SIGN_IN_AGAIN });
}

function toUserInfo(answer: v.InferOutput<typeof shape>, hubUrl: string): OAuthUserInfo {
  const { email, email_verified: emailVerified, website, isPro, orgs } = answer;
  return {
    ...getNames(answer, hubUrl),
    email: email ?? undefined,
    emailVerified: emailVerified ?? undefined,
    websiteUrl: webUrl(website, hubUrl),
    isPro: isPro ?? false,
    orgs: (orgs ?? []).map((organization) => ({
      ...getNames(organization, hubUrl),
      isEnterprise: organization.isEnterprise ?? false,
      canPay: organization.canPay ?? false,
      roleInOrg: organization.roleInOrg || undefined,
    })),
  };
}

function getNames(named: v.InferOutput<typeof identity>, hubUrl: string) {
  const { sub, name, preferred_username: account, picture } = named;
  return {
    id: sub,
    name: account ?? name ?? sub,
    fullname: name ?? account ?? '',
    avatarUrl: webUrl(picture, hubUrl),
  };
}

function webUrl(given: string | null | undefined, hubUrl: string): string | undefined {
  if (!given || !URL.canParse(given, hubUrl)) return undefined;
  const url = new URL(given, hubUrl);
  return ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}
