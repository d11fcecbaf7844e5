import { expect, test } from 'vitest';
import {
  account,
  returnFromHub,
  openSignedOut,
  stored,
  type SignInScreen,
} from '../../support/browser/signing-in.ts';
import type { OpenApp } from '../../support/browser/open-app.ts';
import { fakeHub, oauthError, tokenAnswer, type FakeHub, type HubReplies } from '../../support/fake-hub.ts';
import { sendJson } from '../../support/loopback.ts';

type Opened = OpenApp & SignInScreen & { readonly hub: FakeHub };

/** The app with a hub and the given sign-in replies. */
async function openAt(replies: HubReplies = {}, path = ''): Promise<Opened> {
  const hub = await fakeHub(replies);
  const config = { hubUrl: hub.url, inferenceUrl: hub.url, clientId: 'test-client' };
  return { ...(await openSignedOut({ config, path })), hub };
}

const stateOf = (link: URL) => JSON.parse(link.searchParams.get('state') ?? '') as object;

const tampered: Record<string, [change: (answer: URLSearchParams) => void, message: string]> = {
  'with an unknown state': [
    (answer) => answer.set('state', '{"nonce":"x"}'),
    'Invalid oauth state in redirected URL',
  ],
  'without a code': [
    (answer) => answer.set('code', ''),
    'Missing oauth code from query parameters in redirected URL',
  ],
};

// tests/faults/oauth-redirect.test.ts has more cases without a browser, and which routes can be returned to.
test('F20, F21: a modified response sends no token request, sets no page to return to, and shows the reason', async () => {
  const app = await openAt();
  for (const [name, [change, message]] of Object.entries(tampered)) {
    await returnFromHub(app, change);
    await app.page.getByRole('alert').getByText(message, { exact: true }).waitFor();
    await expect.poll(() => app.page.url(), { message: name }).toBe(`${app.url}#/sign-in`);
    expect(stateOf(await app.address()), name).toMatchObject({ state: '#/' });
    expect(app.hub.to('/oauth/token'), name).toEqual([]);
    expect(await stored(app.page), name).not.toHaveProperty('accessToken');
  }
});

test('F22: an unsolicited error is ignored; an expected one is shown as text, and a code that was used is a warning', async () => {
  const app = await openAt();
  const { page, url, errorLog, address } = app;
  const evil = new URLSearchParams({ error: 'evil', error_description: '<img src=x>' });
  await address();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${url}?${evil}`);
  await address();
  await expect.poll(() => page.url()).toBe(`${url}#/sign-in`);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await returnFromHub(app, (answer) => {
    answer.delete('code');
    for (const [name, value] of evil) answer.set(name, value);
  });
  await page.getByRole('alert').getByText('evil: <img src=x>', { exact: true }).waitFor();
  await expect.poll(() => page.locator('main img').count()).toBe(0);

  await address();
  await page.evaluate(() => localStorage.clear());
  errorLog.expect(/^console warning: Missing oauth nonce from localStorage \(/);
  await page.goto(`${url}?code=CanaryOfCode&state=x`);
  await address();
  await expect.poll(() => page.url()).toBe(`${url}#/sign-in`);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.reload();
  await address();
  expect(errorLog.seen).toHaveLength(1);
});

const broken: Record<string, [token: HubReplies['token'], message: RegExp]> = {
  'no access token': [{ token_type: 'Bearer', expires_in: 60 }, /^Invalid response to the token request/],
  'an error': [oauthError('invalid_grant', 'The code is spent'), /^invalid_grant: The code is spent$/],
};

test('F25: an invalid token response fails with a message; a reload and another way to sign in keep the requested page', async () => {
  const path = '#/fill-mask';
  const app = await openAt({}, path);
  const { page, url, errorLog, box } = app;
  errorLog.expect(/failed request: POST \S+\/oauth\/token: 400$/);
  for (const [name, [token, message]] of Object.entries(broken)) {
    app.hub.replies.token = token!;
    await returnFromHub(app);
    await page.getByRole('alert').getByText(message).waitFor();
    expect(stateOf(await app.address()), name).toMatchObject({ state: path });
    const tokens = Object.keys(await stored(page)).filter((key) => key.startsWith('accessToken'));
    expect(tokens, name).toEqual([]);
  }
  await page.reload();
  expect(stateOf(await app.address())).toMatchObject({ state: path });
  expect(await page.getByRole('alert').count()).toBe(0);
  await box.fill('hf_pasted');
  await box.press('Enter');
  await account(page, 'someone').waitFor();
  await expect.poll(() => page.url()).toBe(`${url}${path}`);
});

test('F25: while the hub does not respond, the screen shows the progress, disables other actions, and may be left', async () => {
  let answer = () => undefined as void;
  const app = await openAt({
    token: (...exchange) => (answer = () => oauthError('server_error')(...exchange)),
  });
  const { page, url, hub, box, link, submit, clear } = app;
  app.errorLog.expect(/failed request: POST \S+\/oauth\/token: 400/);
  await returnFromHub(app);
  await page.getByText('Signing in …').waitFor();
  await expect.poll(() => page.url()).toBe(`${url}#/sign-in`);
  await expect.poll(() => link.getAttribute('href')).toBeNull();
  await box.fill('hf_pasted');
  await expect.poll(async () => [await submit.isDisabled(), await clear.isDisabled()]).toEqual([true, true]);
  await expect.poll(() => hub.to('/oauth/token')).toHaveLength(1);
  answer();
  await page.getByRole('alert').getByText('server_error').waitFor();
  await expect.poll(() => submit.isEnabled()).toBe(true);

  hub.replies.token = (_received, response) => (answer = () => sendJson(response, tokenAnswer));
  await returnFromHub(app);
  await expect.poll(() => hub.to('/oauth/token')).toHaveLength(2);
  await page.getByRole('link', { name: 'Tryout, home page' }).click();
  await page.getByText('Signing in …', { exact: true }).waitFor();
  answer();
  await account(page, 'someone').waitFor();
  await expect.poll(() => page.url()).toBe(`${url}#/`);
});
