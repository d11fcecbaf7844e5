import type { AuthorizationServer, Client, TokenEndpointResponse } from 'oauth4webapi';
import * as v from 'valibot';
import { isFailure, OAuthError } from '../../errors/index.ts';
import { attempt, isRecord, redactValue } from '../../text/index.ts';
import { checkAccessToken, type OAuthGrant, type OAuthResult, type OAuthUserInfo } from '../grant.ts';
import { SCOPES, hubFetch, type OAuthClient, failedStatus, SIGN_IN_AGAIN } from './hub-client.ts';

/** Ten years, in seconds. */
const MAX_LIFE = 10 * 365 * 24 * 60 * 60;

export interface Tokens {
  readonly accessToken: string;
  readonly grant: OAuthGrant;
}

/**
 * Reads a token response more strictly than the library, which also accepts other token types and a missing or textual
 * `expires_in`. Removes the ID token: its dates would make signing in depend on the clock of this machine.
 * @param process the library's own check
 * @param before the grant to renew
 */
export async function readTokens(
  response: Response,
  process: (
    server: AuthorizationServer,
    client: Client,
    response: Response,
  ) => Promise<TokenEndpointResponse>,
  server: AuthorizationServer,
  client: Client,
  before?: OAuthGrant,
): Promise<Tokens> {
  const json: unknown = await response.json().catch(() => undefined);
  const fields = isRecord(json) && !Array.isArray(json) ? json : undefined;
  const { id_token: _idToken, ...rest } = { ...fields };
  const headers = new Headers(response.headers);
  // If there is a challenge, the library ignores the reason in the body.
  headers.delete('www-authenticate');
  const body = fields ? JSON.stringify(rest) : 'no object';
  const checked = new Response(body, { status: response.status, headers });
  const { access_token: token, token_type: type, scope, ...others } = await process(server, client, checked);
  const seconds = rest['expires_in'];
  const isBearer = type === 'bearer';
  if (!isBearer || typeof seconds !== 'number' || seconds < 1 || seconds > MAX_LIFE) {
    const name = isBearer ? 'expires_in' : 'token_type';
    throw new OAuthError(`Invalid response to the token request: ${name} is missing or invalid`);
  }
  const accessToken = attempt(() => checkAccessToken(token));
  if (accessToken === undefined)
    throw new OAuthError('The hub returned an access token in an unexpected format');
  return {
    accessToken,
    grant: {
      clientId: client.client_id,
      scope: scope ?? before?.scope ?? SCOPES,
      account: before?.account,
      expiresAt: Date.now() + seconds * 1000,
      refreshToken: others.refresh_token ?? before?.refreshToken,
    },
  };
}

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
  const json: unknown = await response.json().catch((error: unknown) => {
    if (isFailure(error)) throw error;
    return undefined;
  });
  const info = redactValue(json, token);
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

function webUrl(text: string | null | undefined, hubUrl: string): string | undefined {
  if (!text || !URL.canParse(text, hubUrl)) return undefined;
  const url = new URL(text, hubUrl);
  return ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}
