import { expect, test } from 'vitest';
import { openApp } from '../../support/browser/open-app.ts';
import { account, signInScreen, signOutElsewhere, stored } from '../../support/browser/signing-in.ts';

const FORM = '#/text-classification/sandbox/vader-sentiment';

test('F32: signing out as a guest signs out other tabs, although the token is not stored', async () => {
  const { page, context, url } = await openApp({ path: FORM });
  await account(page).waitFor();
  const input = page.getByLabel('Input', { exact: true });
  await input.fill('A good day');
  const inference = '**/hf-inference/models/sandbox/vader-sentiment';
  await page.route(inference, () => undefined);
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await Promise.all([page.waitForRequest(inference), run.click()]);
  const ended = page.waitForEvent('requestfailed');

  await signOutElsewhere({ context, url });

  await signInScreen(page).box.waitFor();
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect.poll(() => page.url()).toBe(`${url}#/sign-in`);
  await expect.poll(() => stored(page)).not.toHaveProperty('accessToken');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect.poll(() => page.url()).toBe(`${url}${FORM}`);
  await expect.poll(() => input.inputValue()).toBe('');
});
