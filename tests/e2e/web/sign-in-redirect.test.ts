import { expect, test } from 'vitest';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { takeScreenshot } from '../../support/browser/screenshots.ts';
import {
  account,
  returnFromHub,
  openSignedOut,
  signOut,
  stored,
  type SignInScreen,
} from '../../support/browser/signing-in.ts';
import type { OpenApp } from '../../support/browser/open-app.ts';
import { ACCESS_TOKEN, fakeHub, oauthError, type FakeHub, type HubReplies } from '../../support/fake-hub.ts';

type Opened = OpenApp & SignInScreen & { readonly hub: FakeHub };

/** The app with a hub and the given sign-in replies. */
async function openAt(replies: HubReplies = {}): Promise<Opened> {
  const hub = await fakeHub(replies);
  const config = { hubUrl: hub.url, inferenceUrl: hub.url, clientId: 'test-client' };
  return { ...(await openSignedOut({ config })), hub };
}

test('F21: only a route in the app can be returned to', async () => {
  const app = await openAt();
  app.errorLog.allow(/failed request: GET \S+\/api\/(?:models|tasks)/);
  for (const wanted of [
    'javascript:alert(1)',
    '//evil.invalid',
    'https://evil.invalid/',
    '#//evil.invalid',
  ]) {
    await app.address();
    // Simulates a modified storage.
    const state = await app.page.evaluate((target) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('oauth:nonce:')) ?? '';
      const kept = JSON.parse(localStorage.getItem(key) ?? '') as { state: string };
      const changed = JSON.stringify({ ...(JSON.parse(kept.state) as object), state: target });
      localStorage.setItem(key, JSON.stringify({ ...kept, state: changed }));
      return changed;
    }, wanted);
    await app.page.goto(`${app.url}?${new URLSearchParams({ code: 'CanaryOfCode', state })}`);
    await account(app.page, 'someone').waitFor();
    await expect.poll(() => app.page.url()).toBe(`${app.url}#/`);
    await app.page.getByRole('heading', { name: 'Try a model' }).waitFor();
    await signOut(app.page, 'someone');
  }
});

const tampered: Record<string, [change: (answer: URLSearchParams) => void, message: string]> = {
  missing: [
    (answer) => answer.delete('state'),
    'Missing oauth state from query parameters in redirected URL',
  ],
  'not JSON': [
    (answer) => answer.set('state', 'x'),
    'Invalid oauth state in redirected URL, unable to parse JSON',
  ],
  'with an unknown state': [
    (answer) => answer.set('state', '{"nonce":"x"}'),
    'Invalid oauth state in redirected URL',
  ],
  'from another issuer': [
    (answer) => answer.set('iss', 'https://evil.invalid'),
    'The sign-in response came from a different issuer and was ignored',
  ],
  'without a code': [
    (answer) => answer.set('code', ''),
    'Missing oauth code from query parameters in redirected URL',
  ],
};

// tests/faults/oauth-redirect.test.ts has more cases without a browser.
test('F20: a modified response sends no token request and shows the reason', async () => {
  const app = await openAt();
  for (const [name, [change, message]] of Object.entries(tampered)) {
    await returnFromHub(app, change);
    await app.page.getByRole('alert').getByText(message, { exact: true }).waitFor();
    await expect.poll(() => app.page.url(), { message: name }).toBe(`${app.url}#/sign-in`);
    await app.address();
    expect(app.hub.to('/oauth/token'), name).toEqual([]);
    expect(await stored(app.page), name).not.toHaveProperty('accessToken');
  }
});

test('F22: an unsolicited error is ignored; an expected one is shown as text', async () => {
  const app = await openAt();
  const evil = new URLSearchParams({ error: 'evil', error_description: '<img src=x>' });
  await app.box.fill('hf_pasted');
  await app.clear.click();
  await app.address();
  await app.page.evaluate(() => localStorage.clear());
  await app.page.goto(`${app.url}?${evil}`);
  await app.address();
  await expect.poll(() => app.page.url()).toBe(`${app.url}#/sign-in`);
  await expect.poll(() => app.page.getByRole('alert').count()).toBe(0);
  await returnFromHub(app, (answer) => {
    answer.delete('code');
    for (const [name, value] of evil) answer.set(name, value);
  });
  await app.page.getByRole('alert').getByText('evil: <img src=x>', { exact: true }).waitFor();
  await expect.poll(() => app.page.locator('main img').count()).toBe(0);
});

test('a code that was already used only logs a console warning', async () => {
  const { page, url, errorLog, address, box } = await openAt();
  await address();
  await page.evaluate(() => localStorage.clear());
  errorLog.expect(/^console warning: Missing oauth nonce from localStorage \(/);
  await page.goto(`${url}?code=CanaryOfCode&state=x`);
  await box.waitFor();
  await address();
  await expect.poll(() => page.url()).toBe(`${url}#/sign-in`);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.reload();
  await address();
  expect(errorLog.seen).toHaveLength(1);
});

const broken: Record<string, [replies: HubReplies, message: RegExp]> = {
  'no access token': [
    { token: { token_type: 'Bearer', expires_in: 60 } },
    /^Invalid response to the token request/,
  ],
  'no expiry': [
    { token: { access_token: ACCESS_TOKEN, token_type: 'Bearer' } },
    /^Invalid response to the token request/,
  ],
  'an error': [
    { token: oauthError('invalid_grant', 'The code is spent') },
    /^invalid_grant: The code is spent$/,
  ],
};

test('F25: an invalid token response fails with a message', async () => {
  const app = await openAt();
  app.errorLog.expect(/failed request: POST \S+\/oauth\/token: 400$/);
  for (const [name, [replies, message]] of Object.entries(broken)) {
    Object.assign(app.hub.replies, replies);
    await returnFromHub(app);
    await app.page.getByRole('alert').getByText(message).waitFor();
    await app.address();
    await expect
      .poll(async () => Object.keys(await stored(app.page)).filter((key) => key.startsWith('accessToken')), {
        message: name,
      })
      .toEqual([]);
  }
});

test('F25: while the hub does not respond, the screen shows the progress and disables other actions', async () => {
  let reply = () => undefined as void;
  const app = await openAt({
    token: (_received, response) => (reply = () => oauthError('server_error')(_received, response)),
  });
  app.errorLog.expect(/failed request: POST \S+\/oauth\/token: 400/);
  await returnFromHub(app);
  await app.page.getByText('Signing in …').waitFor();
  await expect.poll(() => app.page.url()).toBe(`${app.url}#/sign-in`);
  await expect.poll(() => app.link.getAttribute('href')).toBeNull();
  await app.box.fill('hf_pasted');
  await expect
    .poll(async () => [await app.submit.isDisabled(), await app.clear.isDisabled()])
    .toEqual([true, true]);
  await expectNoViolations(app.page);
  await takeScreenshot(app.page, 'sign-in/finishing');
  await expect.poll(() => app.hub.to('/oauth/token')).toHaveLength(1);
  reply();
  await app.page.getByRole('alert').getByText('server_error').waitFor();
  await expect.poll(() => app.submit.isEnabled()).toBe(true);
});
