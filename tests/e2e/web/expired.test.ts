import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { awaitFocus, pressUntil } from '../../support/browser/focus.ts';
import { openApp, type OpenApp } from '../../support/browser/open-app.ts';
import {
  account,
  openSignedOut,
  question,
  returnFromHub,
  signInScreen,
  stored,
} from '../../support/browser/signing-in.ts';
import { ACCESS_TOKEN, fakeHub, fieldsOf, tokenAnswer } from '../../support/fake-hub.ts';
import { sendJson } from '../../support/loopback.ts';

const FORM = '#/text-classification/sandbox/vader-sentiment';

/** Rejects a token like an expired one. */
async function refuse(page: Page, token: string): Promise<void> {
  await page.route(/\/(?:whoami-v2|hf-inference\/models\/sandbox\/vader-sentiment)$/, (route: Route) => {
    const isRefused = route.request().headers()['authorization'] === `Bearer ${token}`;
    if (!isRefused) return route.continue();
    const headers = { 'access-control-allow-origin': '*' };
    return route.fulfill({
      status: 401,
      headers,
      json: { error: 'Invalid credentials in Authorization header' },
    });
  });
}

/** A filled-in form with a token that has just expired. */
async function openExpired(options = {}): Promise<OpenApp> {
  const app = await openApp({ path: FORM, ...options });
  const { page, errorLog } = app;
  errorLog.allow(/failed request: \S+ \S+(?:whoami-v2|vader-sentiment): 401/);
  await page.getByLabel('Input', { exact: true }).fill('A good day');
  await refuse(page, 'hf_sandbox');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  return app;
}

async function runAgain({ page, requests }: OpenApp, token: RegExp): Promise<void> {
  await expect.poll(() => page.getByLabel('Input', { exact: true }).inputValue()).toBe('A good day');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect
    .poll(
      () =>
        requests.filter(({ method, url }) => method === 'POST' && url.includes('vader')).at(-1)?.headers
          .authorization,
    )
    .toMatch(token);
  await page.getByText('POSITIVE').first().waitFor();
}

test('F26: a batch whose token expired asks to sign in again, and continues', async () => {
  const { page, errorLog } = await openApp({ path: `${FORM}?batch=` });
  errorLog.allow(/failed request: \S+ \S+(?:whoami-v2|vader-sentiment): 401/);
  await page.getByLabel('Or paste rows').fill('A good day\nA bad day\n');
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await page.getByText(/^2 requests ·/).waitFor();
  await refuse(page, 'hf_sandbox');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  const { box } = signInScreen(page);
  await box.fill('hf_fresh');
  await box.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /^(?:Continue|Retry failed rows)$/ })
    .first()
    .click();
  await page.getByText('POSITIVE').first().waitFor();
});

test('F26: the app can be used before signing in again, and a new token continues on the same screen with the focus there', async () => {
  const app = await openExpired({ device: 'phone', colorScheme: 'dark' });
  const { page } = app;
  const { box, address } = signInScreen(page);
  const input = page.getByLabel('Input', { exact: true });
  await address();
  await box.fill('wrong');
  await box.press('Enter');
  await page.getByRole('alert').getByText("Your access token must start with 'hf_'").waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(() => input.inputValue()).toBe('A good day');
  await page.getByRole('button', { name: 'Sign in again' }).first().click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await input.press('Control+Enter');
  await awaitFocus(page, 'heading', 'Sign in again');
  await pressUntil(page, 'textbox', 'Access token');
  await box.fill('hf_fresh');
  await box.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await awaitFocus(page, 'textbox', 'Input');
  await expect.poll(() => page.url()).toContain(FORM);
  await runAgain(app, /^Bearer hf_fresh$/);
});

test("F26: the hub's page opens in another tab, and this tab continues automatically", async () => {
  const app = await openExpired();
  const { page, context, url } = app;
  const { link, address } = signInScreen(page);
  const first = await address();
  await expect.poll(() => link.getAttribute('rel')).toContain('noopener');
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
  // Each URL is used once: the next click needs a new one.
  await expect.poll(async () => (await address()).href).not.toBe(first.href);
  await tab.getByRole('button', { name: 'Allow' }).click();
  await tab.getByText('The other tab is now signed in, too. You can close this one.').waitFor();
  await expect.poll(() => tab.url()).toBe(`${url}#/sign-in`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await tab.close();
  await runAgain(app, /^Bearer hf_(?!sandbox)/);
});

test('F26: a renewable sign-in is renewed without interruption', async () => {
  const hub = await fakeHub({
    token: (received, response) => {
      const isRenewal = fieldsOf(received)['grant_type'] === 'refresh_token';
      sendJson(response, { ...tokenAnswer, access_token: isRenewal ? 'hf_renewed' : ACCESS_TOKEN });
    },
    whoami: ({ headers }, response) =>
      headers.authorization === 'Bearer hf_renewed'
        ? sendJson(response, { name: 'someone' })
        : sendJson(response, { error: 'Expired' }, 401),
  });
  const config = { hubUrl: hub.url, inferenceUrl: hub.url, clientId: 'test-client' };
  const app = await openSignedOut({ config });
  app.errorLog.expect(/failed request: GET \S+\/api\/whoami-v2: 401/);
  await returnFromHub(app);
  await account(app.page, 'someone').waitFor();
  await expect.poll(() => app.page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => stored(app.page)).toMatchObject({ accessToken: 'hf_renewed' });
});

test('F26: loading models with an expired token asks to sign in again', async () => {
  const { page, errorLog } = await openApp({ path: '#/fill-mask' });
  await account(page).waitFor();
  errorLog.expect(/failed request: GET \S+\/api\/models\?\S+: 401/);
  await page.route(/\/api\/models\?/, (route) =>
    route.request().headers()['authorization'] === 'Bearer hf_sandbox'
      ? route.fulfill({ status: 401, headers: { 'access-control-allow-origin': '*' }, json: { error: 'No' } })
      : route.continue(),
  );
  await page.evaluate(() => location.assign('#/translation'));
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  const { box } = signInScreen(page);
  await box.fill('hf_fresh');
  await box.press('Enter');
  await page.getByText(/^\d+ models?$/).waitFor();
});

test('the expired user can sign out instead', async () => {
  const { page, url } = await openExpired();
  await page.getByRole('dialog').getByRole('link', { name: 'Sign Out' }).click();
  await question(page).getByRole('button', { name: 'Keep' }).click();
  await signInScreen(page).box.waitFor();
  await expect.poll(() => page.url()).toBe(`${url}#/sign-in`);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('a rejected pasted token is requested again, once', async () => {
  const { page, url, box, errorLog } = await openSignedOut({ path: '#/fill-mask' });
  await refuse(page, 'hf_void');
  errorLog.expect(/failed request: GET \S+whoami-v2: 401/);
  await box.fill('hf_void');
  await box.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByText('Invalid credentials in Authorization header', { exact: true }).waitFor();
  await dialog.getByText('Sign in again: the token is missing, mistyped or expired.').waitFor();
  await expect.poll(() => page.url()).toBe(`${url}#/fill-mask`);
  await page.reload();
  await dialog.waitFor();
  const again = signInScreen(page);
  await again.box.fill('hf_good');
  await again.box.press('Enter');
  await account(page).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => stored(page)).toMatchObject({ accessToken: 'hf_good' });
});
