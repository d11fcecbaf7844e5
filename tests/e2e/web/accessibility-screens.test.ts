import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expectNoViolationsIn, twoAppearances } from '../../support/browser/axe.ts';
import { openApp } from '../../support/browser/open-app.ts';

const signedOut = { path: '#/sign-in', config: { guestToken: undefined } };

const accessToken = (page: Page) => page.getByRole('textbox', { name: 'Access token' });
const signInLink = (page: Page) => page.getByRole('link', { name: /^Sign In With/ });

test('the sign-in screen is accessible, initially and with an invalid token', async () => {
  const { page } = await openApp(signedOut);
  await signInLink(page).waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await accessToken(page).fill('not a token');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
});

test('the picker is accessible initially and with open task and model lists', async () => {
  const { page } = await openApp();
  const [task, model] = ['Task', 'Model'].map((name) => page.getByRole('combobox', { name }));
  await page.getByText('Select a task to view available models').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await task!.click();
  await page.getByRole('option').first().waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await task!.fill('text class');
  await page.getByRole('option', { name: /^Text Classification/ }).click();
  await model!.click();
  await page.getByRole('option', { name: /vader/ }).waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await model!.fill('no such model');
  await expectNoViolationsIn(page, twoAppearances);
});
