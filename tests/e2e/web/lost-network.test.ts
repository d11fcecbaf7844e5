import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openApp, type OpenApp } from '../../support/browser/open-app.ts';
import { waitForForm } from '../../support/browser/steps.ts';

const FORM = '#/text-classification/sandbox/vader-sentiment';
const LOST = 'A part of the app could not be loaded';
const input = (page: Page) => page.getByLabel('Input', { exact: true });

/** Blocks the app's own files; the browser's messages about that are allowed. */
async function loseParts(context: BrowserContext, { errorLog }: Pick<OpenApp, 'errorLog'>): Promise<void> {
  errorLog.allow(/^failed request: GET \S+\/assets\//);
  // React logs caught errors.
  errorLog.allow(/^console error: LoadError/);
  await context.route('**/assets/**', (route) => route.abort('internetdisconnected'));
}

test('a missing part is reported in place, and typed text survives a reload', async () => {
  const app = await openApp({ path: FORM });
  const { page, context } = app;
  await input(page).fill('This is good.');
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('button', { name: /^Parameters/ }).click();
  await page.getByLabel('Custom parameter').fill('patience=2');
  await page.keyboard.press('Enter');
  await loseParts(context, app);
  await page.getByRole('tab', { name: 'Code' }).click();
  const lost = page.getByRole('alert').filter({ hasText: LOST });
  await lost.getByText('Your inputs are kept').waitFor();
  await expect.poll(() => input(page).inputValue()).toBe('This is good.');
  await context.unroute('**/assets/**');
  await lost.getByRole('button', { name: 'Reload the page' }).click();
  await waitForForm(page);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await expect.poll(() => input(page).inputValue()).toBe('This is good.');
  await page.getByText('patience 2').waitFor();
});

test('a run that cannot load its code says so once', async () => {
  const app = await openApp({ path: FORM });
  const { page, context } = app;
  await input(page).fill('This is good.');
  await loseParts(context, app);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  // When the second run ends, recording the first one has failed, too.
  const again = page.getByRole('button', { name: 'Run again' });
  await again.click();
  await again.waitFor();
  expect(await page.getByText(LOST).count()).toBe(1);
});

test('a field that fails to load does not affect the pickers and other fields', async () => {
  const app = await openApp({ path: FORM });
  const { page, context } = app;
  await waitForForm(page);
  await loseParts(context, app);
  await page.evaluate(() => (location.hash = '#/table-question-answering/sandbox/table-rules'));
  await page.getByRole('alert').getByText(LOST).first().waitFor();
  await page.getByLabel('Task', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('Unexpected Application Error!').count()).toBe(0);
});
