import { expect, test } from 'vitest';
import { expectFocus } from '../../../support/browser/focus.ts';
import { openApp } from '../../../support/browser/open-app.ts';

const FORM = '#/text-classification/sandbox/vader-sentiment';

test('while an endpoint is wanted, nothing runs anywhere else until its address can be used', async () => {
  const { page, requests, sandbox } = await openApp({ path: FORM });
  const run = page.getByRole('button', { name: 'Run', exact: true });
  const input = page.getByLabel('Input', { exact: true });
  await input.fill('This is good.');
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('radio', { name: /^Endpoint URL/ }).check();
  const address = page.getByRole('textbox', { name: 'Endpoint URL' });
  const missing = page.getByText('Missing: Endpoint URL', { exact: true });
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
  // The keyboard's way to run leads to what is missing.
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
  await page.getByText('POSITIVE').waitFor();
});

test('who is offered an endpoint for a model that nobody serves runs nothing before its address is there', async () => {
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
