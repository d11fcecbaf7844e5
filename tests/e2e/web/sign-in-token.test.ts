import { expect, test } from 'vitest';
import { awaitFocus, expectFocus } from '../../support/browser/focus.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { account, openSignedOut, signInScreen, signOut, stored } from '../../support/browser/signing-in.ts';
import { goTo } from '../../support/browser/steps.ts';

test('S16: the field reports an invalid token, disables autofill, and links to the token page; its buttons need more than white space', async () => {
  const { page, address, box, submit, clear, requests, sandbox } = await openSignedOut();
  await address();
  await box.fill('  ab_secret ');
  await submit.click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  await expect.poll(() => alert.textContent()).toContain("Your access token must start with 'hf_'");
  await expect.poll(() => box.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => box.getAttribute('aria-describedby')).toContain(await alert.getAttribute('id'));
  await expectFocus(box);
  await clear.click();
  await expect.poll(() => box.inputValue()).toBe('');
  await expect.poll(() => alert.count()).toBe(0);
  await expect.poll(() => requests.map(({ url }) => url)).toEqual(['/.well-known/openid-configuration']);
  await expect.poll(() => stored(page)).not.toHaveProperty('accessToken');

  const disabled = () => Promise.all([clear.isDisabled(), submit.isDisabled()]);
  await expect.poll(disabled).toEqual([true, true]);
  await box.fill('h');
  await expect.poll(disabled).toEqual([false, false]);
  for (const space of [' ', '\n', '\u00a0\u3000']) {
    await box.fill(space);
    await expect.poll(disabled).toEqual([true, true]);
  }
  await box.focus();
  await page.keyboard.press('Enter');
  expect(await stored(page)).not.toHaveProperty('accessToken');

  expect(await box.evaluate((element) => element.tagName)).toBe('TEXTAREA');
  expect(await box.getAttribute('autocomplete')).toBe('off');
  expect(await box.getAttribute('spellcheck')).toBe('false');
  const shown = () =>
    box.evaluate((element) => getComputedStyle(element).getPropertyValue('-webkit-text-security'));
  expect(await shown()).toBe('disc');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(shown).toBe('none');
  const create = page.getByRole('link', { name: /^Create a token/ });
  expect(await create.getAttribute('href')).toBe(
    `${sandbox.hubUrl}/settings/tokens/new?ownUserPermissions=inference.serverless.write&tokenType=fineGrained`,
  );
  expect(await create.getAttribute('target')).toBe('_blank');
  expect(await create.getAttribute('rel')).toContain('noopener');
});

test('signing in leads to the requested page, and keeps nothing of other ways to sign in', async () => {
  const { page, box, address } = await openSignedOut({ path: '#/text-classification', ownProfile: true });
  await expect.poll(() => page.url()).toMatch(/#\/sign-in$/);
  await expect.poll(() => page.title()).toBe('Sign in · Tryout');
  const pending = async () => Object.keys(await stored(page)).filter((key) => key.startsWith('oauth:'));
  await address();
  expect(await pending()).toHaveLength(2);
  await box.fill('hf_pasted\n');
  await box.press('Enter');
  await account(page).waitFor();
  await expect.poll(() => page.url()).toMatch(/#\/text-classification$/);
  await expect.poll(() => stored(page)).toMatchObject({ accessToken: 'hf_pasted' });
  await expect.poll(pending).toEqual([]);
  await expect.poll(() => page.evaluate(() => history.length)).toBe(2);
  await page.reload();
  await account(page).waitFor();
  await expect.poll(() => page.url()).toMatch(/#\/text-classification$/);
});

test('a sign-in can be submitted only once', async () => {
  const { page, context, box, clear, url } = await openSignedOut();
  await signInScreen(page).address();
  // Another tab holds the lock of the stored token.
  const other = await context.newPage();
  await other.goto(`${url}icon.svg`);
  await other.evaluate(
    () =>
      new Promise<void>(
        (held) => void navigator.locks.request('accessToken', () => new Promise(() => held())),
      ),
  );
  await page.bringToFront();
  await box.fill('hf_pasted');
  await box.press('Enter');
  const busy = page.getByRole('button', { name: 'Signing in …' });
  await busy.waitFor();
  await expect.poll(async () => [await busy.isDisabled(), await clear.isDisabled()]).toEqual([true, true]);
  await other.close();
  await account(page).waitFor();
});

test('a screen that loads late leaves the focus alone; one that fails to load is reported, with the token stored', async () => {
  const { page, errorLog, box } = await openSignedOut();
  const parts = '**/assets/*.js';
  let load = () => undefined as void;
  const held = new Promise<void>((resolve) => (load = resolve));
  await page.route(parts, (route) => held.then(() => route.continue()));
  await box.fill('hf_pasted');
  await box.press('Enter');
  await page.getByRole('button', { name: 'History' }).focus();
  load();
  await page.getByRole('heading', { name: 'Try a model' }).waitFor();
  await awaitFocus(page, 'button', 'History');

  await signOut(page);
  await page.unroute(parts);
  await page.reload();
  await box.waitFor();
  await page.route(parts, (route) => route.abort('failed'));
  errorLog.expect(/failed request: GET \S+\/assets\/\S+: net::ERR_FAILED/);
  errorLog.expect(/console error: LoadError/);
  await box.fill('hf_again');
  await box.press('Enter');
  const alert = page.getByRole('alert');
  await alert.getByText('A part of the app could not be loaded').waitFor();
  await alert.getByText('then reload').waitFor();
  await expect.poll(() => stored(page)).toMatchObject({ accessToken: 'hf_again' });
});

test('a guest can continue without a token, and switch accounts without signing out', async () => {
  const app = await openApp({ path: '#/sign-in' });
  const { page, url } = app;
  const { box, address } = signInScreen(page);
  await address();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await account(page).waitFor();
  await expect.poll(() => page.url()).toBe(`${url}#/`);

  await goTo(app, '/sign-in');
  await page.getByText('You are signed in as guest.').waitFor();
  await box.fill('hf_another');
  await box.press('Enter');
  await expect.poll(() => page.url()).toBe(`${url}#/`);
  await expect.poll(() => stored(page)).toMatchObject({ accessToken: 'hf_another' });

  await goTo(app, '/fill-mask');
  await account(page).click();
  await page.getByRole('link', { name: 'Use another account' }).click();
  await box.fill('hf_third');
  await box.press('Enter');
  await expect.poll(() => page.url()).toBe(`${url}#/fill-mask`);
  await expect.poll(() => stored(page)).toMatchObject({ accessToken: 'hf_third' });
});

test('S16: Clear and Submit are disabled while a run is in progress', async () => {
  const { page } = await openApp({ path: '#/text-classification/trouble/silent' });
  await page.getByLabel('Input', { exact: true }).fill('Hello');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.evaluate(() => (location.hash = '#/sign-in'));
  const { box, clear, submit } = signInScreen(page);
  const enabled = () => Promise.all([clear.isEnabled(), submit.isEnabled()]);
  await box.fill('hf_other');
  await expect.poll(enabled).toEqual([false, false]);
  await page.goBack();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Canceled').first().waitFor();
  await page.goForward();
  await box.fill('hf_other');
  await expect.poll(enabled).toEqual([true, true]);
});
