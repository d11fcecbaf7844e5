import { expect, test } from 'vitest';
import { openApp } from '../../support/browser/open-app.ts';
import { waitForForm, runExample } from '../../support/browser/steps.ts';

/** Removes APIs that require a secure context. */
function asOverPlainHttp(): void {
  Object.defineProperty(window, 'isSecureContext', { value: false });
  Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined });
  Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined });
  for (const name of ['clipboard', 'locks', 'mediaDevices'])
    Object.defineProperty(Navigator.prototype, name, { value: undefined });
}

test('over http, the app runs models and reports features that require a secure context', async () => {
  const { page } = await openApp({
    path: '#/text-classification/sandbox/vader-sentiment',
    before: ({ context }) => context.addInitScript(asOverPlainHttp),
  });
  await waitForForm(page);
  await runExample(page);
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await page.getByText('The browser blocked copying').waitFor();
  await page.getByText('Copy failed').waitFor();
  await page.getByRole('tab', { name: 'Code' }).click();
  await page
    .getByText('Install:')
    .or(page.getByRole('tab', { name: 'curl' }))
    .first()
    .waitFor();
  await page.evaluate(() => (location.hash = '#/sign-in'));
  await page.getByText('Other ways to sign in').click();
  await page.getByText('Signing in through the hub requires https').waitFor();
  await expect.poll(() => page.getByRole('link', { name: /^Sign In With/ }).getAttribute('href')).toBeNull();
});
