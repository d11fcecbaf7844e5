import { expect, test } from 'vitest';
import { expectFocus } from '../../../support/browser/focus.ts';
import { openApp } from '../../../support/browser/open-app.ts';

const FORM = '#/text-classification/sandbox/vader-sentiment';

test('without a valid URL, a selected endpoint disables Run', async () => {
  const { page, requests, sandbox } = await openApp({ path: FORM });
  const run = page.getByRole('button', { name: 'Run', exact: true });
  const input = page.getByLabel('Input', { exact: true });
  await input.fill('This is good.');
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('radio', { name: /^Endpoint URL/ }).check();
  const address = page.getByRole('textbox', { name: 'Endpoint URL' });
  const missing = page.getByText('Add an endpoint URL to run', { exact: true });
  for (const typed of [
    '',
    'my endpoint',
    'http://elsewhere.invalid/run',
    'https://me:secret@elsewhere.invalid/',
  ]) {
    await address.fill(typed);
    await missing.waitFor();
    await expect.poll(() => run.isDisabled()).toBe(true);
  }
  // The keyboard shortcut moves the focus to the missing input.
  await input.press('Control+Enter');
  await expectFocus(address);
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);

  await address.fill(`${sandbox.inferenceUrl}/hf-inference/models/sandbox/vader-sentiment`);
  await expect.poll(() => run.isEnabled()).toBe(true);
  await address.press('End');
  await address.fill('');
  await expect.poll(() => run.isDisabled()).toBe(true);
  await page.getByRole('radio', { name: /^auto/ }).check();
  await expect.poll(() => run.isEnabled()).toBe(true);
  await run.click();
  await page.getByText('POSITIVE', { exact: true }).waitFor();
});

test('choosing an endpoint for an unavailable model disables Run until it has a URL', async () => {
  const { page } = await openApp({ path: '#/text-classification/sandbox/unserved-question-mark' });
  await page.getByLabel('Input', { exact: true }).fill('Is it?');
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.click();
  await page.getByRole('button', { name: 'Use an endpoint' }).click();
  const address = page.getByRole('textbox', { name: 'Endpoint URL' });
  await expectFocus(address);
  await expect.poll(() => run.isDisabled()).toBe(true);
  await page.getByRole('radio', { name: /^auto/ }).check();
  await expect.poll(() => run.isEnabled()).toBe(true);
});
