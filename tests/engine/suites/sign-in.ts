import { describe, expect, test } from 'vitest';
import {
  toGrant,
  identify,
  loadOAuth,
  memoryTokenStore,
  completeRedirect,
  tokenRenewal,
  webTokenStore,
} from '@tryout/engine';
import { rejection } from '../../support/ask.ts';
import { ACCESS_TOKEN, CLIENT, fakeHub, fieldsOf, oauthError, tokenAnswer } from '../../support/fake-hub.ts';
import { sendJson } from '../../support/loopback.ts';
import { memoryStorage, pageAt } from '../../support/redirected-page.ts';
import { connectionIn, type Runtime } from './runtime.ts';

const APP = 'https://app.test/';

export function signInSuite(runtime: Runtime): void {
  const storage = () => memoryStorage();

  test('the sign-in link leads through the redirect to the account', async () => {
    const { beginRedirect } = await loadOAuth();
    const { finishSignIn } = await loadOAuth();
    const hub = await fakeHub();
    const connection = connectionIn(runtime, hub.url);
    const kept = storage();
    const { url } = await beginRedirect(
      { connection, clientId: CLIENT },
      { redirectUri: APP, state: '#/fill-mask' },
      kept,
    );
    const sent = new URL(url).searchParams;
    expect(Object.fromEntries(sent)).toMatchObject({
      client_id: CLIENT,
      scope: 'openid profile inference-api',
      response_type: 'code',
      redirect_uri: APP,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const state = sent.get('state') ?? '';
    expect(JSON.parse(state)).toEqual({ nonce: expect.any(String), redirectUri: APP, state: '#/fill-mask' });
    const page = pageAt(`${APP}?${new URLSearchParams({ code: 'c', state })}`);
    const outcome = completeRedirect({ page, storage: kept });
    if (outcome.status !== 'ready') expect.fail(outcome.status);
    const result = await finishSignIn({ connection }, outcome.grant);
    expect(result).toMatchObject({
      accessToken: ACCESS_TOKEN,
      state: '#/fill-mask',
      userInfo: { id: 'someone-1' },
    });
    const [asked = expect.fail()] = hub.to('/oauth/token');
    expect(asked.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(fieldsOf(asked)['code_verifier']),
    );
    const challenge = Buffer.from(digest).toString('base64url');
    expect(sent.get('code_challenge')).toBe(challenge);
    expect(asked.headers.authorization).toBeUndefined();
  });

  test('a token error is reported in the words of the hub', async () => {
    const { prepareSignIn, finishSignIn } = await loadOAuth();
    const hub = await fakeHub({ token: oauthError('invalid_grant', 'the code is used') });
    const connection = connectionIn(runtime, hub.url);
    const { transaction } = await prepareSignIn({ connection, clientId: CLIENT }, { redirectUri: APP });
    const parameters = new URLSearchParams({ code: 'c', state: transaction.state });
    expect(await rejection(finishSignIn({ connection }, { transaction, parameters }))).toMatchObject({
      message: 'invalid_grant: the code is used',
      outcome: 'refused',
    });
  });

  test('a device code may be confirmed later', async () => {
    const { requestDeviceCode, waitForDevice } = await loadOAuth();
    let asked = 0;
    const hub = await fakeHub({
      device: ({ headers }, response) =>
        sendJson(response, {
          device_code: 'd',
          user_code: 'ABCD-EFGH',
          verification_uri: `http://${headers.host}/device`,
          expires_in: 900,
        }),
      token: (received, response) =>
        ++asked < 3
          ? oauthError('authorization_pending')(received, response)
          : sendJson(response, tokenAnswer),
    });
    const asking = { connection: connectionIn(runtime, hub.url), clientId: CLIENT };
    let now = 0;
    const clock = {
      now: () => now,
      wait: async (milliseconds: number) => {
        now += milliseconds;
      },
    };
    const result = await waitForDevice(asking, await requestDeviceCode(asking), clock);
    expect(toGrant(result)).toMatchObject({ clientId: CLIENT, refreshToken: tokenAnswer.refresh_token });
    expect(now).toBe(15_000);
  });

  test('F26: concurrent requests renew a rejected token once', async () => {
    const hub = await fakeHub({
      whoami: ({ headers }, response) =>
        sendJson(
          response,
          { name: 'someone' },
          headers.authorization === `Bearer ${ACCESS_TOKEN}` ? 200 : 401,
        ),
    });
    const store = memoryTokenStore();
    const grant = { clientId: CLIENT, scope: 'openid', expiresAt: 0, refreshToken: 'first' };
    await store.write('hf_oauth_old', grant);
    const open = connectionIn(runtime, hub.url, { token: 'hf_oauth_old' });
    const connection = { ...open, renewal: tokenRenewal(open, store) };
    await Promise.all([identify(connection), identify(connection), identify(connection)]);
    expect(hub.to('/oauth/token').map(fieldsOf)).toMatchObject([{ refresh_token: 'first' }]);
    expect((await store.read()).token).toBe(ACCESS_TOKEN);
  });

  describe('the browser’s token store', () => {
    const grant = { clientId: CLIENT, scope: 'openid', expiresAt: 7, refreshToken: 'r' };

    test('keeps the token under its specified key with the sign-in data', async () => {
      const kept = storage();
      const store = webTokenStore(() => kept);
      expect(await store.read()).toEqual({});
      await store.write('hf_oauth_a', grant);
      expect(kept.getItem('accessToken')).toBe('hf_oauth_a');
      expect(await webTokenStore(() => kept).read()).toEqual({ token: 'hf_oauth_a', grant });
      await store.write('hf_pasted');
      expect(await store.read()).toEqual({ token: 'hf_pasted' });
      await store.clear();
      expect(kept.length).toBe(0);
    });

    test('F31: removes an invalid token', async () => {
      const kept = storage();
      kept.setItem('accessToken', '<b>');
      kept.setItem('accessTokenGrant', '{');
      expect(await webTokenStore(() => kept).read()).toEqual({});
      expect(kept.length).toBe(0);
    });

    test('F31: keeps the page signed in if storage throws or is full, with a notice', async () => {
      const full = {
        ...storage(),
        setItem: () => {
          throw new Error('QuotaExceededError');
        },
      };
      const closed = () => {
        throw new Error('SecurityError');
      };
      for (const from of [() => full, closed]) {
        const store = webTokenStore(from);
        expect(await store.read()).toEqual({});
        expect((await store.write('hf_oauth_a', grant)).notice).toMatch(/until you close this page/);
        expect(await store.read()).toEqual({ token: 'hf_oauth_a', grant });
        await store.clear();
        expect(await store.read()).toEqual({});
      }
    });
  });
}
