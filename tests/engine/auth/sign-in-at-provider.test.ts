import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toGrant, loadOAuth, completeRedirect } from '@tryout/engine';
import { connectionAt, rejection } from '../../support/ask.ts';
import { memoryStorage, pageAt } from '../../support/redirected-page.ts';
import { clientId, Hub } from '../../sandbox/oauth/hub.ts';

const oauth = await loadOAuth();
const APP = 'http://127.0.0.1:54321/';
let hub: Hub;

beforeAll(async () => {
  hub = await Hub.start();
});

afterAll(() => hub.stop());

/** Follows the link on the sign-in screen up to the response in the app's URL. */
async function redirected(at: Hub, button: 'Allow' | 'Deny') {
  const connection = connectionAt(at.issuer);
  const storage = memoryStorage();
  const asking = { connection, clientId };
  const { url } = await oauth.beginRedirect(asking, { redirectUri: APP, state: '#/fill-mask' }, storage);
  const browser = at.browser();
  const { url: back } = await browser.press(await browser.open(url), button);
  const page = pageAt(back);
  const outcome = completeRedirect({ page, storage });
  return { connection, outcome, page, storage };
}

async function signIn(at: Hub) {
  const { connection, outcome } = await redirected(at, 'Allow');
  if (outcome.status !== 'ready') expect.fail(outcome.status);
  return { connection, result: await oauth.finishSignIn({ connection }, outcome.grant) };
}

describe('with a certified OAuth provider', () => {
  test('code and PKCE result in a token and an account; the URL is cleaned', async () => {
    const { outcome, page, storage, connection } = await redirected(hub, 'Allow');
    expect([page.replaced, storage.length]).toEqual([[APP], 0]);
    if (outcome.status !== 'ready') expect.fail(outcome.status);
    const result = await oauth.finishSignIn({ connection }, outcome.grant);
    expect(result).toMatchObject({
      accessToken: expect.stringMatching(/^hf_oauth_/),
      scope: 'openid profile inference-api',
      state: '#/fill-mask',
      clientId,
      refreshToken: expect.any(String),
      userInfo: {
        id: 'sandbox-guest',
        name: 'guest',
        fullname: 'Guest',
        avatarUrl: `${hub.issuer}/oauth/guest.svg`,
        websiteUrl: `${hub.issuer}/`,
        isPro: false,
        orgs: [{ id: 'sandbox', name: 'sandbox', canPay: false, isEnterprise: false, roleInOrg: 'read' }],
      },
    });
  });

  test('a denial is reported in the words of the hub', async () => {
    const { outcome, storage } = await redirected(hub, 'Deny');
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { message: 'access_denied: The guest denied access' },
    });
    expect(storage.length).toBe(0);
  });

  test('a refresh token works once', async () => {
    const { connection, result } = await signIn(hub);
    const next = await oauth.refreshGrant({ connection }, toGrant(result));
    expect(next.accessToken).toMatch(/^hf_oauth_/);
    expect(next.accessToken).not.toBe(result.accessToken);
    expect(next.grant.refreshToken).not.toBe(result.refreshToken);
    expect((await hub.userinfo(next.accessToken)).status).toBe(200);
    const again = await rejection(oauth.refreshGrant({ connection }, toGrant(result)));
    expect(again).toMatchObject({ name: 'OAuthError', outcome: 'refused' });
  });

  test('a device code can be confirmed on the prefilled page', async () => {
    const connection = connectionAt(hub.issuer);
    const asking = { connection, clientId };
    const code = await oauth.requestDeviceCode(asking);
    const browser = hub.browser();
    const asks = await browser.press(await browser.open(code.verificationUriComplete ?? ''), 'Continue');
    await browser.press(await browser.press(asks, 'Continue'), 'Allow');
    const clock = { now: () => 0, wait: () => Promise.resolve() };
    expect(await oauth.waitForDevice(asking, code, clock)).toMatchObject({
      accessToken: expect.stringMatching(/^hf_oauth_/),
      userInfo: { name: 'guest' },
    });
  });
});
