import { test } from 'vitest';
import { expectNoClippedText, expectNoHorizontalScroll } from '../../support/browser/layout.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { account, signInScreen } from '../../support/browser/signing-in.ts';
import { fillExample, goTo, goToForm, run, runExample } from '../../support/browser/steps.ts';

test('screens before a form do not scroll horizontally', async () => {
  const app = await openApp({ path: '#/sign-in' });
  const { page, errorLog } = app;
  await signInScreen(page).box.fill('not a token '.repeat(9));
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: /guest/ }).click();
  await page.getByRole('heading', { name: 'Try a model' }).waitFor();
  await account(page).click();
  await page.getByRole('link', { name: 'Sign Out' }).waitFor();
  await expectNoHorizontalScroll(page);
  await page.keyboard.press('Escape');
  for (const name of ['Task', 'Model']) {
    await page.getByRole('combobox', { name }).click();
    await page.getByRole('option').first().waitFor();
    await expectNoHorizontalScroll(page);
    await page.keyboard.press('Escape');
    if (name === 'Task') await goTo(app, '/text-classification');
  }
  await goTo(app, '/a/b/c/d');
  await page.getByText('404 Not Found').waitFor();
  await expectNoHorizontalScroll(page);
  await goTo(app, `/text-classification/${'long-organization'.repeat(3)}/${'long-model'.repeat(6)}`);
  errorLog.expect(/^failed request: GET \S+: 404$/);
  await page.getByRole('alert').waitFor();
  await expectNoHorizontalScroll(page);
});

test('signing in, options, code and errors fit a text size of 200%', { tags: ['nightly'] }, async () => {
  const app = await openApp({ path: '#/sign-in' });
  const { page, errorLog } = app;
  const [once, twice] = ['', '200%'];
  const zoom = (size: string) =>
    page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), size);
  await signInScreen(page).box.waitFor();
  await zoom(twice);
  await expectNoHorizontalScroll(page, [640, 1280]);
  await expectNoClippedText(page);
  await zoom(once);
  await page.getByRole('button', { name: /guest/ }).click();
  await page.getByRole('heading', { name: 'Try a model' }).waitFor();
  await goToForm(app, 'text-classification', 'sandbox/vader-sentiment');
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('button', { name: /^Parameters/ }).click();
  await page.getByRole('tab', { name: 'Code' }).click();
  await fillExample(page);
  for (const language of ['curl', 'Python', 'JavaScript']) {
    await page.getByRole('tab', { name: language }).click();
    await expectNoHorizontalScroll(page);
  }
  await zoom(twice);
  await expectNoHorizontalScroll(page, [640, 1280]);
  await expectNoClippedText(page);
  await zoom(once);
  await goToForm(app, 'text-classification', 'trouble/server-error');
  errorLog.expect(/^failed request: POST \S+: 500$/);
  await fillExample(page);
  await run(page);
  await page.getByRole('alert').waitFor();
  await expectNoHorizontalScroll(page);
  await zoom(twice);
  await expectNoHorizontalScroll(page, [640, 1280]);
  await expectNoClippedText(page);
  await zoom(once);
  await goToForm(app, 'text-classification', 'sandbox/unserved-question-mark');
  await fillExample(page);
  await run(page);
  await page.getByRole('alert').waitFor();
  await expectNoHorizontalScroll(page);
});

test('a chat and its settings do not scroll horizontally', { tags: ['nightly'] }, async () => {
  const { page } = await openApp({ path: '#/text-generation/sandbox/plain-assistant' });
  await runExample(page);
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 320, height: 900 });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.getByRole('tab', { name: 'Python' }).waitFor();
  await expectNoHorizontalScroll(page, [320]);
});
