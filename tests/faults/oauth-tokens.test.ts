import { describe, expect, test } from 'vitest';
import {
  describeFailure,
  toGrant,
  identify,
  loadOAuth,
  memoryTokenStore,
  tokenRenewal,
  type Connection,
  type TokenStore,
} from '@tryout/engine';
import { connectionAt, deadlines, rejection } from '../support/ask.ts';
import {
  ACCESS_TOKEN,
  CLIENT,
  fakeHub,
  fieldsOf,
  oauthError,
  REFRESH_TOKEN,
  tokenAnswer,
  userInfoAnswer,
  type FakeHub,
  type HubReplies,
} from '../support/fake-hub.ts';
import { answerBody, answerJson, sendJson } from '../support/loopback.ts';

type OAuthGrant = NonNullable<Parameters<TokenStore['write']>[1]>;

const oauth = await loadOAuth();
const redirectUri = 'http://127.0.0.1:5173/';

/** Returns from the hub with a code and redeems it. */
async function redeem(hub: FakeHub, more: Partial<Connection> = {}) {
  const connection = connectionAt(hub.url, more);
  const { transaction } = await oauth.prepareSignIn({ connection, clientId: CLIENT }, { redirectUri });
  const parameters = new URLSearchParams({ code: 'CanaryOfCode', state: transaction.state });
  return oauth.finishSignIn({ connection }, { transaction, parameters });
}

const shown = (error: Error) =>
  [error.stack, String(error.cause), JSON.stringify(describeFailure(error)), JSON.stringify(error)].join(
    '\n',
  );

test('a complete response results in all specified fields', async () => {
  const userinfo = {
    ...userInfoAnswer,
    email: 'someone@example.test',
    email_verified: true,
    picture: '/avatars/1.svg',
    website: 'javascript:alert(1)',
    isPro: true,
    orgs: [
      {
        sub: 'o1',
        name: 'Org One',
        isEnterprise: true,
        canPay: true,
        picture: 'https://a.test/o.png',
        roleInOrg: 'admin',
      },
    ],
  };
  const hub = await fakeHub({ userinfo });
  const before = Date.now();
  const result = await redeem(hub);
  const { accessTokenExpiresAt, ...others } = result;
  expect(others).toEqual({
    accessToken: ACCESS_TOKEN,
    userInfo: {
      id: 'someone-1',
      name: 'someone',
      fullname: 'Some One',
      email: 'someone@example.test',
      emailVerified: true,
      avatarUrl: `${hub.url}/avatars/1.svg`,
      isPro: true,
      orgs: [
        {
          id: 'o1',
          name: 'Org One',
          fullname: 'Org One',
          isEnterprise: true,
          canPay: true,
          avatarUrl: 'https://a.test/o.png',
          roleInOrg: 'admin',
        },
      ],
    },
    scope: 'openid profile inference-api',
    clientId: CLIENT,
    refreshToken: REFRESH_TOKEN,
  });
  const late = accessTokenExpiresAt.getTime() - before - 28_800_000;
  expect(late).toBeGreaterThanOrEqual(0);
  const [request = expect.fail()] = hub.to('/oauth/token');
  expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(fieldsOf(request)).toEqual({
    grant_type: 'authorization_code',
    code: 'CanaryOfCode',
    redirect_uri: redirectUri,
    client_id: CLIENT,
    code_verifier: expect.stringMatching(/^[\da-f-]{72}$/),
  });
});

describe('F25: an invalid token response', () => {
  const without = (name: string) => ({ ...tokenAnswer, [name]: undefined });
  const answers: [name: string, token: NonNullable<HubReplies['token']>, mention?: string][] = [
    ['without access_token', without('access_token'), 'access_token'],
    ['with an empty access_token', { ...tokenAnswer, access_token: '' }, 'access_token'],
    ['with an access_token that is invalid in a header', { ...tokenAnswer, access_token: 'hf_a\nb' }],
    ['with an access_token of another kind', { ...tokenAnswer, access_token: 'sk_abcdef' }],
    ['without expires_in', without('expires_in'), 'expires_in'],
    ['with a text as expires_in', { ...tokenAnswer, expires_in: '28800 or so' }, 'expires_in'],
    ['with expires_in 0', { ...tokenAnswer, expires_in: 0 }, 'expires_in'],
    ['with a negative expires_in', { ...tokenAnswer, expires_in: -5 }, 'expires_in'],
    ['with a huge expires_in', { ...tokenAnswer, expires_in: 1e300 }, 'expires_in'],
    ['without token_type', without('token_type'), 'token_type'],
    ['with another token_type', { ...tokenAnswer, token_type: 'mac' }],
    ['with a key-bound token_type', { ...tokenAnswer, token_type: 'DPoP' }, 'token_type'],
    ['a list', answerJson([tokenAnswer])],
    ['null', answerJson(null)],
    ['empty', (_received, response) => void response.end()],
    ['not JSON', (_received, response) => void response.end('<html>')],
    ['400', oauthError('invalid_grant', 'the code is used'), 'invalid_grant: the code is used'],
    ['400 without a reason', answerJson({}, 400), '400'],
    ['401 with a challenge', oauthError('invalid_client', undefined, 401), 'invalid_client'],
    ['502', answerJson({}, 502), '502'],
    [
      'an echo of the request',
      (received, response) => oauthError('bad', received.body.toString())(received, response),
      'bad: ',
    ],
  ];
  test.each(answers)('%s', async (_name, token, mention = '') => {
    const hub = await fakeHub({ token });
    const error = await rejection(redeem(hub));
    const message = expect.stringContaining(mention) as string;
    expect(error).toMatchObject({ code: 'SIGN_IN_FAILED', message });
    const { code_verifier: verifier = '' } = fieldsOf(hub.to('/oauth/token')[0] ?? expect.fail());
    for (const secret of ['CanaryOfCode', verifier, ACCESS_TOKEN, REFRESH_TOKEN])
      expect(shown(error)).not.toContain(secret);
    expect(hub.to('/oauth/userinfo')).toHaveLength(0);
  });

  test('that never arrives: a deadline ends the wait', async () => {
    const hub = await fakeHub({ token: () => undefined });
    const error = await rejection(redeem(hub, deadlines({ firstByte: 0.05 })));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'timeout' });
  });

  test('that redirects to another origin: the code is not sent', async () => {
    const hub = await fakeHub({
      token: (received, response) =>
        answerBody('', 307, { Location: `${hub.otherUrl}/oauth/token` })(received, response),
    });
    expect(await rejection(redeem(hub))).toMatchObject({ name: 'RedirectError' });
    expect(hub.to('/oauth/token')).toHaveLength(1);
  });

  test('that redirects within the hub: the code is not sent either', async () => {
    const hub = await fakeHub({
      token: answerBody('', 307, { Location: '/oauth/token?again' }),
    });
    expect(await rejection(redeem(hub))).toMatchObject({ name: 'RedirectError' });
    expect(hub.to('/oauth/token')).toHaveLength(1);
  });

  test('that is too large is not read to its end', async () => {
    const hub = await fakeHub({
      token: answerBody(Buffer.alloc(1024 * 1024 + 1), 200, { 'Content-Type': 'video/mp4' }),
    });
    expect(await rejection(redeem(hub))).toMatchObject({ name: 'TooLargeError' });
  });

  test.each<[string, NonNullable<HubReplies['userinfo']>]>([
    ['no account', { name: 'guest' }],
    ['an account of an unexpected shape', { ...userInfoAnswer, orgs: 'many' }],
    ['401', answerJson({}, 401)],
    ['503', answerJson({}, 503)],
    ['401 with a challenge', answerJson({}, 401, { 'WWW-Authenticate': 'Bearer' })],
  ])('userinfo: %s', async (_name, userinfo) => {
    const error = await rejection(redeem(await fakeHub({ userinfo })));
    expect(error.name).toBe('OAuthError');
    expect(shown(error)).not.toContain(ACCESS_TOKEN);
  });

  test('an empty scope and no refresh token are accepted', async () => {
    const hub = await fakeHub({ token: { ...tokenAnswer, scope: undefined, refresh_token: undefined } });
    const result = await redeem(hub);
    expect(result).toMatchObject({ scope: 'openid profile inference-api' });
    expect(toGrant(result).refreshToken).toBeUndefined();
  });
});

/** A hub that accepts only these tokens, and a connection signed in with an older one. */
async function session(known: string[], grant: Partial<OAuthGrant> = {}, replies: HubReplies = {}) {
  const hub = await fakeHub({
    token: { ...tokenAnswer, access_token: 'hf_oauth_second', refresh_token: 'second' },
    whoami: ({ headers }, response) => {
      const isKnown = known.includes(headers.authorization?.replace('Bearer ', '') ?? '');
      sendJson(response, isKnown ? { name: 'someone' } : { error: 'Invalid token' }, isKnown ? 200 : 401);
    },
    ...replies,
  });
  const store: TokenStore = memoryTokenStore();
  await store.write('hf_oauth_first', {
    clientId: CLIENT,
    scope: 'openid',
    expiresAt: Date.now() + 3_600_000,
    refreshToken: 'first',
    ...grant,
  });
  const open = connectionAt(hub.url, { token: 'hf_oauth_first' });
  const connection: Connection = { ...open, renewal: tokenRenewal(open, store) };
  return { hub, store, connection };
}

const anHourAgo = () => ({ expiresAt: Date.now() - 3_600_000 });

describe('F26: the hub decides whether a token is valid', () => {
  test('a clock an hour ahead: the token is used although it appears expired', async () => {
    const { hub, connection } = await session(['hf_oauth_first'], anHourAgo());
    expect(await identify(connection)).toMatchObject({ name: 'someone' });
    expect(hub.to('/oauth/token')).toHaveLength(0);
  });

  test.each([
    ['a clock an hour behind', {}],
    ['a clock that is right', anHourAgo()],
  ])('%s: a rejected token is renewed and the request repeated once', async (_name, grant) => {
    const { hub, store, connection } = await session(['hf_oauth_second'], grant);
    expect(await identify(connection)).toMatchObject({ name: 'someone' });
    expect(hub.to('/oauth/token').map(fieldsOf)).toEqual([
      { grant_type: 'refresh_token', refresh_token: 'first', client_id: CLIENT },
    ]);
    expect(await store.read()).toMatchObject({
      token: 'hf_oauth_second',
      grant: { refreshToken: 'second', clientId: CLIENT },
    });
    // The connection continues with the new token.
    await identify(connection);
    expect(hub.to('/api/whoami-v2')).toHaveLength(3);
  });

  test('an ID token with dates that are an hour off is accepted', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const hour = 3600;
    const now = Math.floor(Date.now() / 1000);
    const claims = (issuer: string) => ({
      iss: issuer,
      aud: CLIENT,
      sub: 'x',
      iat: now + hour,
      exp: now - hour,
    });
    const hub = await fakeHub({
      token: (_received, response) =>
        sendJson(response, {
          ...tokenAnswer,
          id_token: `${part({ alg: 'RS256' })}.${part(claims(hub.url))}.AA`,
        }),
    });
    expect(await redeem(hub)).toMatchObject({ accessToken: ACCESS_TOKEN });
  });

  test('concurrent requests renew once', async () => {
    const { hub, connection } = await session(['hf_oauth_second']);
    await Promise.all(Array.from({ length: 10 }, () => identify(connection)));
    expect(hub.to('/oauth/token')).toHaveLength(1);
  });

  test('a response without a refresh token keeps the old one', async () => {
    const token = { ...tokenAnswer, access_token: 'hf_oauth_second', refresh_token: undefined };
    const { store, connection } = await session(['hf_oauth_second'], {}, { token });
    await identify(connection);
    expect((await store.read()).grant?.refreshToken).toBe('first');
  });

  test.each<[string, Partial<OAuthGrant>, HubReplies]>([
    ['there is no refresh token', { refreshToken: undefined }, {}],
    ['the hub rejects the refresh token', {}, { token: oauthError('invalid_grant') }],
    [
      'the hub rejects the new token as well',
      {},
      { token: { ...tokenAnswer, access_token: 'hf_oauth_third' } },
    ],
  ])('%s: the sign-in has expired, after one attempt to renew it', async (name, grant, replies) => {
    const { hub, connection } = await session(['hf_none'], grant, replies);
    const error = await rejection(identify(connection));
    expect(error).toMatchObject({ outcome: 'refused', status: 401 });
    if (!name.includes('new token')) expect(error.message).toBe('Your sign-in has expired');
    expect(hub.to('/oauth/token').length).toBeLessThanOrEqual(1);
    expect(hub.to('/api/whoami-v2').length).toBeLessThanOrEqual(2);
  });

  test.each<[string, NonNullable<HubReplies['token']>, string]>([
    ['breaks off', (_received, response) => void response.destroy(), 'NetworkError'],
    ['fails', answerJson({}, 503), 'OAuthError'],
    ['is rate limited', oauthError('too_many', 'slowly', 429), 'OAuthError'],
    ['responds without a token', {}, 'OAuthError'],
  ])('the hub %s: the error is reported and the sign-in kept', async (_name, token, name) => {
    const { store, connection } = await session(['hf_none'], {}, { token });
    expect(await rejection(identify(connection))).toMatchObject({ name, outcome: 'failed' });
    expect(await store.read()).toMatchObject({ token: 'hf_oauth_first', grant: { refreshToken: 'first' } });
  });

  test('S3: a rejected pasted token is reported in the words of the hub, with a next step', async () => {
    const { hub, store, connection } = await session(['hf_none']);
    await store.write('hf_oauth_first');
    expect(await rejection(identify(connection))).toMatchObject({
      name: 'HubApiError',
      message: `Invalid token. URL: ${hub.url}/api/whoami-v2`,
      hint: `Sign in again: the token is missing, mistyped or expired. See ${hub.url}/settings/tokens.`,
      status: 401,
    });
    expect(hub.to('/oauth/token')).toHaveLength(0);
    expect(hub.to('/api/whoami-v2')).toHaveLength(1);
  });

  test('signing out during a renewal stays signed out', async () => {
    const { store, connection } = await session(
      ['hf_oauth_second'],
      {},
      {
        token: (_received, response) =>
          void store
            .clear()
            .then(() => sendJson(response, { ...tokenAnswer, access_token: 'hf_oauth_second' })),
      },
    );
    expect(await rejection(identify(connection))).toMatchObject({ message: 'Your sign-in has expired' });
    expect(await store.read()).toEqual({});
  });

  test('a gated model does not trigger a renewal', async () => {
    const { hub, connection } = await session(
      ['hf_none'],
      {},
      {
        whoami: answerJson({ error: 'x' }, 401, { 'X-Error-Code': 'GatedRepo' }),
      },
    );
    expect(await rejection(identify(connection))).toMatchObject({ name: 'HubApiError' });
    expect(hub.to('/oauth/token')).toHaveLength(0);
  });
});

describe('signing out revokes the tokens', () => {
  const grant = { clientId: CLIENT, scope: 'openid', expiresAt: 0, refreshToken: 'first' };

  test('at a hub with a revocation endpoint', async () => {
    const hub = await fakeHub();
    hub.replies.discovery = { revocation_endpoint: `${hub.url}/oauth/revoke` };
    expect(await oauth.revokeGrant({ connection: connectionAt(hub.url) }, ACCESS_TOKEN, grant)).toBe(true);
    expect(hub.to('/oauth/revoke').map(fieldsOf)).toEqual([
      { token: 'first', token_type_hint: 'refresh_token', client_id: CLIENT },
      { token: ACCESS_TOKEN, token_type_hint: 'access_token', client_id: CLIENT },
    ]);
  });

  test('including the access token if the refresh token is rejected', async () => {
    const hub = await fakeHub({
      revoke: (received, response) =>
        fieldsOf(received)['token'] === 'first'
          ? oauthError('unsupported_token_type')(received, response)
          : sendJson(response, {}),
    });
    hub.replies.discovery = { revocation_endpoint: `${hub.url}/oauth/revoke` };
    const asking = { connection: connectionAt(hub.url) };
    const error = await rejection(oauth.revokeGrant(asking, ACCESS_TOKEN, grant));
    expect(error.message).toBe('unsupported_token_type');
    expect(hub.to('/oauth/revoke').map((received) => fieldsOf(received)['token'])).toEqual([
      'first',
      ACCESS_TOKEN,
    ]);
  });

  test('only at a revocation endpoint on the hub', async () => {
    const hub = await fakeHub();
    const asking = { connection: connectionAt(hub.url) };
    expect(await oauth.revokeGrant(asking, ACCESS_TOKEN, grant)).toBe(false);
    hub.replies.discovery = { revocation_endpoint: 'https://evil.test/' };
    expect((await rejection(oauth.revokeGrant(asking, ACCESS_TOKEN, grant))).message).toMatch(/evil\.test/);
  });
});
