import { expect, test } from 'vitest';
import { openApp } from '../../support/browser/open-app.ts';
import { question, signInScreen, signOut } from '../../support/browser/signing-in.ts';

test('signing out removes all inputs before the next user signs in', async () => {
  const { page, url } = await openApp({ path: '#/summarization/sandbox/lead-summary' });
  const input = page.getByLabel('Input', { exact: true });
  await input.fill('A letter to my doctor');
  await page.evaluate(() => (location.hash = '#/text-classification/sandbox/vader-sentiment'));
  await expect.poll(() => input.inputValue()).toBe('');
  await input.fill('How ill am I?');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Run again' }).waitFor();
  await signOut(page);
  await question(page).getByRole('button', { name: 'Keep' }).click();
  const { box } = signInScreen(page);
  await box.fill('hf_somebody_else');
  await box.press('Enter');
  await expect.poll(() => page.url()).toBe(`${url}#/text-classification/sandbox/vader-sentiment`);
  await page.getByText('Labels with scores appear here.').waitFor();
  expect(await input.inputValue()).toBe('');
  await page.goto(`${url}#/summarization/sandbox/lead-summary`);
  await page.getByText('Add text to run', { exact: true }).waitFor();
  expect(await input.inputValue()).toBe('');
});
