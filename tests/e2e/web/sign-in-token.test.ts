import { expect, test } from 'vitest';
import { expectNoViolations, expectNoViolationsIn, twoAppearances } from '../../support/browser/axe.ts';
import { expectFocus } from '../../support/browser/focus.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { takeScreenshot } from '../../support/browser/screenshots.ts';
import { account, openSignedOut, signInScreen, stored } from '../../support/browser/signing-in.ts';

test('the field reports an invalid token, disables autofill, and links to the token page; its buttons need a text', async () => {
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
  await takeScreenshot(page, 'sign-in/wrong');
  await clear.click();
  await expect.poll(() => box.inputValue()).toBe('');
  await expect.poll(() => alert.count()).toBe(0);
  await expect.poll(() => requests.map(({ url }) => url)).toEqual(['/.well-known/openid-configuration']);
  await expect.poll(() => stored(page)).not.toHaveProperty('accessToken');

  const disabled = () => Promise.all([clear.isDisabled(), submit.isDisabled()]);
  await expect.poll(disabled).toEqual([true, true]);
  await box.fill('h');
  await expect.poll(disabled).toEqual([false, false]);
  await clear.click();
  await expect.poll(disabled).toEqual([true, true]);
  await box.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => box.inputValue()).toBe('');

  await expect.poll(() => box.evaluate((element) => element.tagName)).toBe('TEXTAREA');
  await expect.poll(() => box.getAttribute('autocomplete')).toBe('off');
  await expect.poll(() => box.getAttribute('spellcheck')).toBe('false');
  const shown = () =>
    box.evaluate((element) => getComputedStyle(element).getPropertyValue('-webkit-text-security'));
  await expect.poll(shown).toBe('disc');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(shown).toBe('none');
  const create = page.getByRole('link', { name: /^Create a token/ });
  await expect
    .poll(() => create.getAttribute('href'))
    .toBe(
      `${sandbox.hubUrl}/settings/tokens/new?ownUserPermissions=inference.serverless.write&tokenType=fineGrained`,
    );
  await expect.poll(() => create.getAttribute('target')).toBe('_blank');
  await expect.poll(() => create.getAttribute('rel')).toContain('noopener');
});

test('signing in leads to the requested page', async () => {
  const { page, box } = await openSignedOut({ path: '#/text-classification', ownProfile: true });
  await expect.poll(() => page.url()).toMatch(/#\/sign-in$/);
  await expect.poll(() => page.title()).toBe('Sign in · Tryout');
  await box.fill('hf_pasted\n');
  await box.press('Enter');
  await account(page).waitFor();
  await expect.poll(() => page.url()).toMatch(/#\/text-classification$/);
  await expect.poll(() => stored(page)).toMatchObject({ accessToken: 'hf_pasted' });
  await expect.poll(() => page.evaluate(() => history.length)).toBe(2);
  await page.reload();
  await account(page).waitFor();
  await expect.poll(() => page.url()).toMatch(/#\/text-classification$/);
});

test('without a requested page, the picker opens', async () => {
  const { page, box, submit } = await openSignedOut({ path: '#/sign-in' });
  await box.fill('hf_pasted');
  await submit.click();
  await account(page).waitFor();
  await expect.poll(() => page.url()).toMatch(/#\/$/);
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

test('a screen that fails to load is reported, and the token is stored', async () => {
  const { page, errorLog, box } = await openSignedOut({
    before: ({ page: opened }) => opened.route('**/assets/picker-*.js', (route) => route.abort('failed')),
  });
  errorLog.expect(/failed request: GET \S+picker\S+: net::ERR_FAILED/);
  errorLog.expect(/console error: LoadError/);
  await box.fill('hf_pasted');
  await box.press('Enter');
  const alert = page.getByRole('alert');
  await alert.getByText('A part of the app could not be loaded').waitFor();
  await alert.getByText('then reload').waitFor();
  await expect.poll(() => stored(page)).toMatchObject({ accessToken: 'hf_pasted' });
});

test('the sandbox guest can continue without a token', async () => {
  const { page } = await openApp({ path: '#/sign-in' });
  await signInScreen(page).address();
  await expectNoViolationsIn(page, twoAppearances);
  await takeScreenshot(page, 'sign-in/guest');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await account(page).waitFor();
  await expect.poll(() => page.url()).toMatch(/#\/$/);
});

test('a signed-in user can continue or switch accounts', async () => {
  const { page, url } = await openApp();
  await account(page).waitFor();
  await page.goto(`${url}#/sign-in`);
  await page.getByText('You are signed in as guest.').waitFor();
  await expectNoViolations(page);
  await takeScreenshot(page, 'sign-in/signed-in-already');
  const { box } = signInScreen(page);
  await box.fill('hf_another');
  await box.press('Enter');
  await expect.poll(() => page.url()).toMatch(/#\/$/);
  await expect.poll(() => stored(page)).toMatchObject({ accessToken: 'hf_another' });
});

test('an unknown route shows 404 with a link to the start page', async () => {
  const { page } = await openApp({ path: '#/a/b/c/d' });
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
  await page.getByText('404 Not Found').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await takeScreenshot(page, 'not-found');
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await account(page).waitFor();
});

test('S16: Clear and Submit are disabled while a run is in progress, and white space does not enable them', async () => {
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
  for (const space of [' ', '\n', '\u00a0\u3000']) {
    await box.fill(space);
    await expect.poll(enabled).toEqual([false, false]);
  }
});
