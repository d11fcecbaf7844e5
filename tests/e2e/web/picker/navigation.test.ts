import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';
import { goTo } from '../../../support/browser/steps.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { fieldsOf, openDetails } from './fields.ts';
import { manyRows, providerSummary, row, TASK } from './model-rows.ts';

const SENTIMENT = 'sandbox/vader-sentiment';

const sandbox = await recordingSandbox({
  listing: [
    ...manyRows(3),
    row('house/first', { inferenceProviderMapping: providerSummary('house/first', 'together') }),
  ],
});

test('W31: selecting a task and a model updates URL and title and links to the model page; back and forward work', async () => {
  const app = await openApp();
  const { page } = app;
  const { task, model, options, pageLink, status } = fieldsOf(page);
  await task.click();
  await page.keyboard.type('text cl');
  await options.filter({ hasText: 'Text Classification' }).first().click();
  await page.waitForURL(/#\/text-classification$/);
  await status(/^\d+ models/).waitFor();
  await expect.poll(() => page.title()).toBe('Text Classification · Tryout');
  await expect.poll(() => task.inputValue()).toBe('Text Classification');
  await expect.poll(() => model.getAttribute('placeholder')).toBe('Select a model');
  await model.click();
  await options.filter({ hasText: SENTIMENT }).click();
  await page.waitForURL(new RegExp(`#/text-classification/${SENTIMENT}$`));
  await expect.poll(() => page.title()).toBe(`${SENTIMENT} · Text Classification · Tryout`);
  await expect.poll(() => model.inputValue()).toBe(SENTIMENT);
  await openDetails(page);
  await page.getByText(/^updated \d{4}-\d\d-\d\d$/).waitFor();
  await page.keyboard.press('Escape');
  const attributes = await pageLink.evaluate((link: HTMLAnchorElement) => [link.href, link.target, link.rel]);
  expect(attributes).toEqual([`${app.sandbox.hubUrl}/${SENTIMENT}`, '_blank', 'noopener noreferrer']);
  await expect.poll(() => pageLink.textContent()).toBe('View model on the sandbox');
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();

  await page.goBack();
  await expect.poll(() => model.inputValue()).toBe('');
  await expect.poll(() => pageLink.count()).toBe(0);
  await page.goBack();
  await page.getByText('Select a task to view available models').waitFor();
  await expect.poll(() => task.inputValue()).toBe('');
  await expect.poll(() => page.title()).toBe('Tryout');
  await page.goForward();
  await page.goForward();
  await expect.poll(() => model.inputValue()).toBe(SENTIMENT);
  await expect.poll(() => page.title()).toBe(`${SENTIMENT} · Text Classification · Tryout`);

  // A model of another task is opened in its own.
  await goTo(app, `/translation/${SENTIMENT}`);
  await page.getByRole('link', { name: 'Open in Text Classification' }).click();
  await page.waitForURL(new RegExp(`#/text-classification/${SENTIMENT}$`));
});

test('S12: the filter is on, and kept for the next task, after going back and after a reload', async () => {
  const { page } = await openApp({ sandbox, path: `#/${TASK}` });
  const { task, toggleAvailable, status, options } = fieldsOf(page);
  await status(/^\d+ models; 3 unavailable hidden$/).waitFor();
  await toggleAvailable();
  await status(/^\d+ models$/).waitFor();
  await task.click();
  await task.fill('translat');
  await options.filter({ hasText: 'Translation' }).first().click();
  await page.waitForURL(/#\/translation$/);
  await status(/^\d+ models?$/).waitFor();
  await page.goBack();
  await page.waitForURL(new RegExp(`#/${TASK}$`));
  await status(/^\d+ models$/).waitFor();
  await page.reload();
  await status(/^\d+ models$/).waitFor();
  await toggleAvailable();
  await status(/^\d+ models; 3 unavailable hidden$/).waitFor();
});

test('F31: models are listed even if storage is unavailable', async () => {
  const { page } = await openApp({
    sandbox,
    path: `#/${TASK}`,
    before: async ({ context }) => {
      await context.addInitScript(() => {
        Object.defineProperty(window, 'sessionStorage', {
          get() {
            throw new DOMException('Not allowed', 'SecurityError');
          },
        });
      });
    },
  });
  const { toggleAvailable, status } = fieldsOf(page);
  await status(/^\d+ models; 3 unavailable hidden$/).waitFor();
  await toggleAvailable();
  await status(/^\d+ models$/).waitFor();
});
