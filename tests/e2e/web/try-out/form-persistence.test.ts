import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  account,
  openSignedOut,
  signInScreen,
  signOutElsewhere,
} from '../../../support/browser/signing-in.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { savedForm } from '../../../support/browser/steps.ts';
import { formOf } from './form.ts';

const TEXT_FORM = '#/text-classification/sandbox/vader-sentiment';
const IMAGE_FORM = '#/image-classification/sandbox/named-colors';
const HILLS = 'examples/hills.jpg';

const input = (page: Page) => page.getByLabel('Input', { exact: true });
const preview = (page: Page) => page.getByRole('img', { name: 'Input: hills.jpg' });

/** Too long to be saved in the tab's storage, but short enough for a text box. */
const LONG = 'All of it stays. '.repeat(5000);

/** A custom assertion, so that a failure does not print the text. */
const isLong = async (page: Page) => (await input(page).inputValue()) === LONG;

test('typed text, including long text and parameters, survives leaving the page at once', async () => {
  const { page } = await openApp({ path: TEXT_FORM });
  const form = formOf(page);
  await form.openParameters();
  await page.getByLabel('Custom parameter').fill('patience=2');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await savedForm(page)).forms).toContain('patience');
  await input(page).fill('Typed at last');
  await page.reload();
  await expect.poll(() => input(page).inputValue()).toBe('Typed at last');
  await page.getByText('patience 2').waitFor();
  await input(page).fill(LONG);
  await page.reload();
  await expect.poll(() => isLong(page)).toBe(true);
  await page.goto('about:blank');
  await page.goBack();
  await expect.poll(() => isLong(page)).toBe(true);
});

test('a crashed tab restores its inputs', { tags: ['nightly'] }, async () => {
  const { page, context } = await openApp({ path: IMAGE_FORM, ownProfile: true });
  // Objects of the crashed page.
  const tab = await context.newCDPSession(page);
  await input(page).setInputFiles(HILLS);
  await preview(page).waitFor();
  await expect.poll(async () => (await savedForm(page)).files).toBe(1);
  const address = page.url();
  const crashed = page.waitForEvent('crash');
  tab.send('Page.crash').catch(() => undefined);
  await crashed;
  await tab.send('Page.navigate', { url: address });
  const expression = `document.querySelector('[data-file-box] img')?.alt`;
  await expect
    .poll(async () => (await tab.send('Runtime.evaluate', { expression })).result.value as unknown)
    .toBe('Input: hills.jpg');
});

test('signing out deletes the stored inputs of all tabs', async () => {
  const { page, context, url, box } = await openSignedOut({ path: IMAGE_FORM });
  await box.fill('hf_kept');
  await box.press('Enter');
  await input(page).setInputFiles(HILLS);
  await preview(page).waitFor();
  await expect.poll(async () => (await savedForm(page)).files).toBe(1);
  // A tab on another site, which receives no notification.
  await page.goto('about:blank');
  const other = await signOutElsewhere({ context, url });
  await expect.poll(() => savedForm(other)).toEqual({ files: 0, forms: '[]' });
  await page.goto(`${url}${IMAGE_FORM}`);
  const again = signInScreen(page);
  await again.box.fill('hf_somebody_else');
  await again.box.press('Enter');
  await page.getByText('No file chosen').waitFor();
  expect(await preview(page).count()).toBe(0);
});

test('signing in through the hub in the same tab restores the inputs', async () => {
  const { page, url } = await openApp({ path: TEXT_FORM });
  await input(page).fill('A good day');
  await account(page).click();
  await page.getByRole('link', { name: 'Use another account' }).click();
  await signInScreen(page).address();
  await signInScreen(page).link.click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => page.url()).toBe(`${url}${TEXT_FORM}`);
  await expect.poll(() => input(page).inputValue()).toBe('A good day');
});
