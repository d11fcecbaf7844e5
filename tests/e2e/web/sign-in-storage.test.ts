import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { openApp, type OpenApp } from '../../support/browser/open-app.ts';
import {
  account,
  openSignedOut,
  signInScreen,
  signOutElsewhere,
  stored,
} from '../../support/browser/signing-in.ts';

const FORM = '#/text-classification/sandbox/vader-sentiment';
const NOTICE = 'Signed in until you close this page: the browser blocks storage here.';

/** A form with a text, signed in with a stored token. */
async function openForm(): Promise<OpenApp> {
  const app = await openSignedOut({ path: FORM });
  await app.box.fill('hf_kept');
  await app.box.press('Enter');
  await input(app.page).fill('A good day');
  return app;
}

const input = (page: Page) => page.getByLabel('Input', { exact: true });

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();

const storages: Record<string, () => void> = {
  'storage that throws': () =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Not here', 'SecurityError');
      },
    }),
  'a full storage': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  },
};

test.each(Object.entries(storages))(
  'F31: with %s, a token signs in until the page is closed',
  async (_name, spoil) => {
    const { page, box, link } = await openSignedOut({
      before: ({ context }) => context.addInitScript(spoil),
    });
    await page
      .getByText('Signing in through the hub requires browser storage, which is blocked here')
      .waitFor();
    await expect.poll(() => link.getAttribute('href')).toBeNull();
    await box.fill('hf_pasted');
    await box.press('Enter');
    await account(page).waitFor();
    await page.getByRole('status').getByText(NOTICE).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => page.getByText(NOTICE).count()).toBe(0);
    await page.reload();
    await signInScreen(page).box.waitFor();
  },
);

for (const [name, open, tags] of [
  ['with a stored token', openForm, []],
  ['as a guest, whose token is not stored', () => openApp({ path: FORM }), ['nightly']],
] as const)
  test(
    `F32: signing out in another tab ${name} signs out this tab, and cancels its run`,
    { tags: [...tags] },
    async () => {
      const { page, context, url } = await open();
      await input(page).fill('A good day');
      const inference = '**/hf-inference/models/sandbox/vader-sentiment';
      await page.route(inference, () => undefined);
      await Promise.all([page.waitForRequest(inference), run(page)]);
      const ended = page.waitForEvent('requestfailed');
      await signOutElsewhere({ context, url });
      expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
      const { box } = signInScreen(page);
      await box.waitFor();
      await expect.poll(() => page.url()).toBe(`${url}#/sign-in`);
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      await expect.poll(() => stored(page)).not.toHaveProperty('accessToken');
      if (open !== openForm) await page.getByRole('button', { name: 'Continue as guest' }).click();
      else {
        await box.fill('hf_again');
        await box.press('Enter');
      }
      await expect.poll(() => page.url()).toBe(`${url}${FORM}`);
      // Somebody else may have signed in.
      await expect.poll(() => input(page).inputValue()).toBe('');
    },
  );

test('F31: switching accounts in another tab switches this tab and keeps the inputs; an invalid token signs it out', async () => {
  const { page, context, url, requests } = await openForm();
  const other = await context.newPage();
  await other.goto(`${url}#/sign-in`);
  const { box } = signInScreen(other);
  await box.fill('hf_other');
  await box.press('Enter');
  await account(other).waitFor();
  const sentBy = (token: string) =>
    requests.filter(({ headers }) => headers.authorization === `Bearer ${token}`);
  await expect.poll(() => sentBy('hf_other').length).toBeGreaterThan(1);
  await run(page);
  await expect.poll(() => sentBy('hf_other').some(({ method }) => method === 'POST')).toBe(true);
  await expect.poll(() => input(page).inputValue()).toBe('A good day');

  const invalid = '<img src=x onerror=alert(1)>';
  await other.evaluate((token) => localStorage.setItem('accessToken', token), invalid);
  await signInScreen(page).box.waitFor();
  await expect.poll(() => stored(page)).not.toHaveProperty('accessToken');
  // Nor when a page opens.
  await page.evaluate((token) => localStorage.setItem('accessToken', token), invalid);
  await page.reload();
  await signInScreen(page).box.waitFor();
  await expect.poll(() => stored(page)).not.toHaveProperty('accessToken');
  expect(requests.filter(({ headers }) => headers.authorization?.includes('img'))).toEqual([]);
});

test('X11: switching accounts in another tab cancels the run with a message and shows the new account', async () => {
  const { page, context, url } = await openForm();
  await context.route('**/api/whoami-v2', (route) => {
    const isOther = route.request().headers()['authorization'] === 'Bearer hf_other';
    return route.fulfill({ json: { name: isOther ? 'other' : 'first', orgs: [] } });
  });
  await page.reload();
  await account(page, 'first').waitFor();
  const inference = '**/hf-inference/models/sandbox/vader-sentiment';
  await page.route(inference, () => undefined);
  await Promise.all([page.waitForRequest(inference), run(page)]);
  const ended = page.waitForEvent('requestfailed');
  const other = await context.newPage();
  await other.goto(`${url}#/sign-in`);
  await signInScreen(other).box.fill('hf_other');
  await signInScreen(other).box.press('Enter');
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  const alert = page.getByRole('alert');
  await alert.getByText('The account changed during the run, so the run was stopped').waitFor();
  await alert.getByText('Run it again to use the new account.').waitFor();
  await account(page, 'other').waitFor();
  await page.unroute(inference);
  const [request] = await Promise.all([
    page.waitForRequest(inference),
    page.getByRole('button', { name: 'Run again' }).click(),
  ]);
  expect(request.headers()['authorization']).toBe('Bearer hf_other');
  await page.getByText('positive').first().waitFor();
});

test('X11: a renewed token for the same account from another tab does not cancel the run', async () => {
  const grant = { clientId: 'client', scope: 'openid', account: 'someone-1', refreshToken: 'r' };
  const keep = (token: string) => ({ token, grant: { ...grant, expiresAt: Date.now() + 3_600_000 } });
  const store = ({ token, grant }: ReturnType<typeof keep>) => {
    localStorage.setItem('accessTokenGrant', JSON.stringify(grant));
    localStorage.setItem('accessToken', token);
  };
  const { page, context, url, requests } = await openApp({
    path: FORM,
    config: { guestToken: undefined },
    before: (visitor) => visitor.page.addInitScript(store, keep('hf_first')),
  });
  await input(page).fill('A good day');
  const inference = '**/hf-inference/models/sandbox/vader-sentiment';
  const held = new Promise<Route>((resolve) => void page.route(inference, resolve));
  await run(page);
  const route = await held;
  const other = await context.newPage();
  await other.goto(url);
  await other.evaluate(store, keep('hf_renewed'));
  await expect
    .poll(() => requests.some(({ headers }) => headers.authorization === 'Bearer hf_renewed'))
    .toBe(true);
  await route.continue();
  await page.getByText('positive').first().waitFor();
  expect(route.request().headers()['authorization']).toBe('Bearer hf_first');
});
