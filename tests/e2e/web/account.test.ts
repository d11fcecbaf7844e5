import { expect, test } from 'vitest';
import { expectNoViolations, expectNoViolationsIn, twoAppearances } from '../../support/browser/axe.ts';
import { expectFocus } from '../../support/browser/focus.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { takeScreenshot } from '../../support/browser/screenshots.ts';
import {
  account,
  returnFromHub,
  openSignedOut,
  signInScreen,
  signOut,
  stored,
} from '../../support/browser/signing-in.ts';
import { fakeHub, fieldsOf, REFRESH_TOKEN } from '../../support/fake-hub.ts';
import { answerJson, sendJson } from '../../support/loopback.ts';

test('the header shows the account, with details in a menu', async () => {
  const { page } = await openApp({ device: 'phone', colorScheme: 'dark' });
  const button = account(page);
  await button.click();
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
  const sheet = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`);
  await sheet.getByText('Guest', { exact: true }).waitFor();
  const organization = sheet.getByRole('listitem');
  await expect.poll(() => organization.textContent()).toContain('Sandbox');
  await expect.poll(() => organization.textContent()).toContain('can be billed');
  await expectNoViolationsIn(page, twoAppearances);
  await takeScreenshot(page, 'account/phone-dark');
});

test('the menu opens and closes by keyboard and restores the focus', async () => {
  const { page } = await openApp();
  await page.getByRole('heading', { name: 'Try a model' }).waitFor();
  const button = account(page);
  await button.focus();
  const isOpen = async () => (await button.getAttribute('aria-expanded')) === 'true';
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press('Enter');
  await expect.poll(isOpen).toBe(true);
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Use another account');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Sign Out');
  await page.keyboard.press('Escape');
  await expect.poll(isOpen).toBe(false);
  await expectFocus(button);
  await page.keyboard.press('Space');
  await expect.poll(isOpen).toBe(true);
  await page.mouse.click(4, 400);
  await expect.poll(isOpen).toBe(false);
});

test('Sign Out shows the sign-in screen and deletes the token', async () => {
  const { page, url, box } = await openSignedOut({ path: '#/fill-mask' });
  await box.fill('hf_pasted');
  await box.press('Enter');
  await page.getByRole('heading', { name: 'Try a model' }).waitFor();
  await account(page).click();
  const link = page.getByRole('link', { name: 'Sign Out' });
  await expect.poll(() => link.getAttribute('href')).toBe('#/sign-in');
  await link.click();
  await box.waitFor();
  await expect.poll(() => page.url()).toBe(`${url}#/sign-in`);
  await expect.poll(() => stored(page)).not.toHaveProperty('accessToken');
  const tools = page.getByRole('banner').getByRole('button', { name: /^(?!Theme)/ });
  await expect.poll(() => tools.count()).toBe(0);
  await page.goBack();
  await expect.poll(() => page.url()).toBe(`${url}#/sign-in`);
  await page.reload();
  await box.waitFor();
  await box.fill('hf_next');
  await box.press('Enter');
  await account(page).waitFor();
  await expect.poll(() => page.url()).toBe(`${url}#/fill-mask`);
});

test('F28: names are shown as text with hidden characters visible', async () => {
  const hub = await fakeHub({
    whoami: {
      name: `x\u202E<img src=x>${'very-long-'.repeat(20)}`,
      fullname: '<b>Some One</b>',
      orgs: [{ name: '<script>alert(1)</script>', canPay: true }],
    },
  });
  const { page, box } = await openSignedOut({
    device: 'phone',
    config: { hubUrl: hub.url, inferenceUrl: hub.url },
  });
  await box.fill('hf_pasted');
  await box.press('Enter');
  const button = page.getByRole('banner').getByRole('button', { name: 'x<U+202E><img src=x>very-long' });
  await page.getByRole('heading', { name: 'Try a model' }).waitFor();
  await button.click();
  await page.getByText('<b>Some One</b>', { exact: true }).waitFor();
  await page.getByText('<script>alert(1)</script>', { exact: true }).waitFor();
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow).toBe(0);
  await expectNoViolations(page);
  await takeScreenshot(page, 'account/hostile-names');
});

test('another account can sign in without signing out first and returns to the same page', async () => {
  const { page } = await openApp({ path: '#/fill-mask' });
  await account(page).click();
  await page.getByRole('link', { name: 'Use another account' }).click();
  const { box } = signInScreen(page);
  await box.fill('hf_another');
  await box.press('Enter');
  await expect.poll(() => page.url()).toMatch(/#\/fill-mask$/);
  await expect.poll(() => stored(page)).toMatchObject({ accessToken: 'hf_another' });
});

const revocations = [
  { name: 'succeeds', revoke: {}, notice: 0 },
  { name: 'reports a failure', revoke: undefined, notice: 1 },
];

test.each(revocations)('signing out revokes the tokens and $name', async ({ revoke, notice }) => {
  const hub = await fakeHub({
    revoke: revoke ?? answerJson({ error: 'server_error' }, 500),
  });
  Object.assign(hub.replies, { discovery: { revocation_endpoint: `${hub.url}/oauth/revoke` } });
  const config = { hubUrl: hub.url, inferenceUrl: hub.url, clientId: 'test-client' };
  const app = await openSignedOut({ config });
  const { page, errorLog } = app;
  if (notice > 0) errorLog.expect(/failed request: POST \S+\/oauth\/revoke: 500/);
  await returnFromHub(app);
  await signOut(page, 'someone');
  await expect
    .poll(() => hub.to('/oauth/revoke').map((request) => fieldsOf(request)['token']))
    .toContain(REFRESH_TOKEN);
  await expect.poll(() => page.getByText('Could not revoke access').count()).toBe(notice);
  await expect
    .poll(async () => Object.keys(await stored(page)).filter((key) => key.startsWith('accessToken')))
    .toEqual([]);
});

test('opening the account menu retries a failed account request', async () => {
  const hub = await fakeHub();
  let isBroken = true;
  hub.replies.whoami = (_received, response) =>
    isBroken
      ? sendJson(response, { error: 'Busy' }, 500)
      : sendJson(response, { name: 'someone', fullname: 'Some One' });
  const { page, box, errorLog } = await openSignedOut({ config: { hubUrl: hub.url, inferenceUrl: hub.url } });
  errorLog.expect(/failed request: GET \S+\/api\/whoami-v2: 500/);
  await box.fill('hf_pasted');
  await box.press('Enter');
  const nameless = account(page, 'Account');
  await nameless.waitFor();
  await expect.poll(() => hub.to('/api/whoami-v2').length).toBeGreaterThan(0);
  isBroken = false;
  await nameless.click();
  await page.getByText('Some One').waitFor();
});
