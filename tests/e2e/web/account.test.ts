import { expect, test } from 'vitest';
import { pressTo } from '../../support/browser/focus.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { account, returnFromHub, openSignedOut, signOut, stored } from '../../support/browser/signing-in.ts';
import { fakeHub, fieldsOf, REFRESH_TOKEN } from '../../support/fake-hub.ts';
import { answerJson } from '../../support/loopback.ts';

test('the account menu has details, opens and closes by keyboard, and restores the focus', async () => {
  const { page } = await openApp({ device: 'phone', colorScheme: 'dark' });
  await page.getByRole('heading', { name: 'Try a model' }).waitFor();
  const button = account(page);
  await button.focus();
  const isOpen = async () => (await button.getAttribute('aria-expanded')) === 'true';
  await page.keyboard.press('Enter');
  await expect.poll(isOpen).toBe(true);
  const sheet = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`);
  await sheet.getByText('Guest', { exact: true }).waitFor();
  const organization = sheet.getByRole('listitem');
  await expect.poll(() => organization.textContent()).toContain('Sandbox');
  await expect.poll(() => organization.textContent()).toContain('can be billed');
  await pressTo(page, 'Tab', 'link', 'Use another account');
  await pressTo(page, 'Tab', 'link', 'Sign Out');
  await pressTo(page, 'Escape', 'button', 'guest');
  expect(await isOpen()).toBe(false);
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

test('signing out revokes the tokens, and reports a failure', async () => {
  const hub = await fakeHub();
  Object.assign(hub.replies, { discovery: { revocation_endpoint: `${hub.url}/oauth/revoke` } });
  const config = { hubUrl: hub.url, inferenceUrl: hub.url, clientId: 'test-client' };
  const app = await openSignedOut({ config });
  const { page, errorLog } = app;
  errorLog.expect(/failed request: POST \S+\/oauth\/revoke: 500/);
  for (const [revoke, notices] of [
    [{}, 0],
    [answerJson({ error: 'server_error' }, 500), 1],
  ] as const) {
    hub.replies.revoke = revoke;
    const before = hub.to('/oauth/revoke').length;
    await returnFromHub(app);
    await signOut(page, 'someone');
    const revoked = () =>
      hub
        .to('/oauth/revoke')
        .slice(before)
        .map((each) => fieldsOf(each)['token']);
    await expect.poll(revoked).toContain(REFRESH_TOKEN);
    await expect.poll(() => page.getByText('Could not revoke access').count()).toBe(notices);
    const kept = async () => Object.keys(await stored(page)).filter((key) => key.startsWith('accessToken'));
    await expect.poll(kept).toEqual([]);
  }
});
