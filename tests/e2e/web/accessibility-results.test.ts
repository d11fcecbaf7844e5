import { expect, test } from 'vitest';
import { expectNoViolationsIn, twoAppearances } from '../../support/browser/axe.ts';
import { expectNoHorizontalScroll } from '../../support/browser/layout.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { fillExample, goToForm, run, runExample } from '../../support/browser/steps.ts';

test('a result as JSON is accessible', async () => {
  const { page } = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  await runExample(page);
  const views = page.getByRole('group', { name: 'Show the output as' });
  await views.getByRole('button', { name: 'JSON' }).click();
  await expectNoViolationsIn(page, twoAppearances);
  await expectNoHorizontalScroll(page);
});

test('running and canceled runs are accessible', async () => {
  const { page } = await openApp({ path: '#/text-classification/trouble/silent' });
  await fillExample(page);
  await run(page);
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await page.keyboard.press('Escape');
  await page.getByText('Canceled.').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
});

test('streaming and interrupted texts are accessible', async () => {
  const app = await openApp({ path: '#/text-generation/trouble/stream-stalls' });
  const { page, errorLog } = app;
  errorLog.expect(/^failed request: POST \S+: net::ERR_INCOMPLETE_CHUNKED_ENCODING$/);
  await fillExample(page);
  await run(page);
  await page.getByText('Streaming').first().waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await goToForm(app, 'text-generation', 'trouble/stream-cut');
  await fillExample(page);
  await run(page);
  await page.getByRole('alert').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
});

test('errors and unavailable models are accessible', async () => {
  const app = await openApp({ path: '#/text-classification/trouble/server-error' });
  const { page, errorLog } = app;
  errorLog.expect(/^failed request: POST \S+: 500$/);
  await fillExample(page);
  await run(page);
  await page.getByRole('alert').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await goToForm(app, 'text-classification', 'sandbox/unserved-question-mark');
  await fillExample(page);
  await run(page);
  await page.getByRole('alert').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
});

test('options and parameters, including an invalid number, are accessible', async () => {
  const { page } = await openApp({ path: '#/text-generation/sandbox/plain-assistant' });
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('button', { name: /^Parameters/ }).click();
  const number = page.getByRole('textbox', { name: 'max_tokens' });
  await number.fill('many');
  await number.blur();
  await expectNoViolationsIn(page, twoAppearances);
  await page.getByText('Endpoint URL').first().click();
  await expectNoViolationsIn(page, twoAppearances);
});

test('the code in each language is accessible', async () => {
  const { page } = await openApp({ path: '#/text-generation/sandbox/plain-assistant' });
  await fillExample(page);
  await page.getByRole('button', { name: /^Code/ }).click();
  await page.getByRole('tab').first().waitFor();
  const languages = await page.getByRole('tab').all();
  expect(languages.length).toBeGreaterThan(2);
  for (const language of languages) {
    await language.click();
    await expectNoViolationsIn(page, twoAppearances);
  }
});
