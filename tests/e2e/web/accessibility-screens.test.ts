import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expectNoViolationsIn, twoAppearances } from '../../support/browser/axe.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { goTo } from '../../support/browser/steps.ts';

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

test('the sign-in screen is accessible without a registered app and as a guest', async () => {
  const { page } = await openApp({ path: '#/sign-in', config: { clientId: undefined } });
  await page.getByText('Missing clientId').waitFor();
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

test('the picker is accessible while models load, without models and if the hub is unreachable', async () => {
  let answer: 'nothing' | 'none' | 'failure' = 'nothing';
  const app = await openApp({
    before: ({ page }) =>
      page.route('**/api/models?*', async (route) => {
        if (answer === 'nothing') return;
        const headers = { 'access-control-allow-origin': '*' };
        await route.fulfill(answer === 'none' ? { headers, json: [] } : { headers, status: 500 });
      }),
  });
  const { page, errorLog } = app;
  errorLog.allow(/^failed request: GET \S+api\/models\S+: 500$/);
  await goTo(app, '/fill-mask');
  await page.getByRole('status').filter({ hasText: 'Loading models for this task' }).waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  answer = 'none';
  await goTo(app, '/summarization');
  await page.getByRole('status').filter({ hasText: 'No models available for this task' }).waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  answer = 'failure';
  await goTo(app, '/translation');
  await page.getByRole('alert').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
});

test('errors for an unknown task and an unknown route are accessible', async () => {
  const app = await openApp({ path: '#/text-clasification' });
  await app.page.getByRole('alert').waitFor();
  await expectNoViolationsIn(app.page, twoAppearances);
  await goTo(app, '/a/b/c/d');
  await app.page.getByText('404 Not Found').waitFor();
  app.errorLog.allow(/NotFoundError/);
  await expectNoViolationsIn(app.page, twoAppearances);
});

test('signing in again is accessible in a dialog and in a bar', async () => {
  const { page, errorLog } = await openApp({
    path: '#/text-classification',
    before: ({ page }) =>
      page.route('**/api/whoami-v2', (route) =>
        route.fulfill({
          status: 401,
          headers: { 'access-control-allow-origin': '*' },
          json: { error: 'Invalid credentials in Authorization header' },
        }),
      ),
  });
  errorLog.expect(/^failed request: GET \S+whoami-v2: 401$/);
  await page.getByRole('dialog').waitFor();
  await signInLink(page).waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign in again' }).waitFor();
  await expectNoViolationsIn(page, twoAppearances);
});
