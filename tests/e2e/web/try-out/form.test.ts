import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { openApp, type AppOptions } from '../../../support/browser/open-app.ts';
import { exampleButton } from '../../../support/browser/steps.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { formOf } from './form.ts';

const SENTIMENT = '#/text-classification/sandbox/vader-sentiment';
const QUESTION = '#/question-answering/sandbox/word-overlap-answers';

async function openForm(path: string, options: AppOptions = {}) {
  const app = await openApp({ path, ...options });
  const runs = () => app.requests.filter(({ method }) => method === 'POST');
  return { ...app, ...formOf(app.page), runs };
}

const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.id);

test('missing inputs are listed next to the disabled button; the keyboard shortcut works in any input and keeps the focus', async () => {
  const { page, run, inputs, output, runs } = await openForm(QUESTION);
  await inputs.getByText('Add a question and a context to run').waitFor();
  await expect.poll(() => run.isDisabled()).toBe(true);
  await expectNoViolations(page);
  await takeScreenshot(page, 'form/missing');
  await page.getByLabel('Input - Question').fill('Who is there?');
  await inputs.getByText('Add a context to run', { exact: true }).waitFor();
  await expect.poll(() => run.isDisabled()).toBe(true);
  await page.getByLabel('Input - Context').fill('The postman is there.');
  await expect.poll(() => run.isEnabled()).toBe(true);
  await expect.poll(() => inputs.getByText('Missing').count()).toBe(0);
  const id = await focused(page);
  await page.keyboard.press('Control+Enter');
  await output.getByText('postman').first().waitFor();
  await expect.poll(() => focused(page)).toBe(id);
  await expect.poll(() => runs()).toHaveLength(1);
});

test('F51: a double click sends one request; all controls except Stop are disabled', async () => {
  const { page, run, clear, cancel, inputs, output } = await openForm('#/text-classification/trouble/silent');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.getByLabel('Input', { exact: true }).fill('Nothing comes of it.');
  await run.dblclick();
  await cancel.waitFor();
  for (const part of [clear, exampleButton(page), inputs.getByLabel('Input', { exact: true })])
    await expect.poll(() => part.isDisabled()).toBe(true);
  await takeScreenshot(page, 'form/running');
  await expect.poll(() => sent.length).toBe(1);
  await page.keyboard.press('Escape');
  await output.getByText('Canceled.').waitFor();
  expect(sent).toHaveLength(1);
  await expect.poll(() => run.isEnabled()).toBe(true);
  await takeScreenshot(page, 'form/canceled');
});

test('each example of the model fills the form, and can be undone', async () => {
  const { page, inputs, button } = await openForm(SENTIMENT);
  const input = page.getByLabel('Input', { exact: true });
  const strip = inputs.getByRole('list', { name: 'Examples' });
  await expect.poll(() => strip.getByRole('button').count()).toBe(3);
  expect((await strip.boundingBox())!.height).toBeLessThanOrEqual(64);
  const words = await strip.getByRole('button').nth(1).locator('span').last().textContent();
  await input.fill('My own words');
  await strip.getByRole('button').nth(1).click();
  await inputs.getByText('Example 2 of 3').waitFor();
  expect(await input.inputValue()).toContain(words);
  await strip.getByRole('button', { name: /^Try an example: Positive/ }).click();
  await inputs.getByText('Example 1 of 3').waitFor();
  await expect.poll(() => input.inputValue()).not.toContain(words);
  await takeScreenshot(page, 'form/example');
  await button('Undo').click();
  await expect.poll(() => input.inputValue()).toBe('My own words');
});

test('the input keeps the focus when the model turns out not to chat', async () => {
  const id = 'sandbox/fable-markov-chain';
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { page } = await openForm(`#/text-generation/${id}`, {
    before: ({ page }) => page.route(`**/api/models/${id}?*`, (route) => held.then(() => route.continue())),
  });
  const input = page.getByLabel('Input', { exact: true });
  await input.waitFor();
  await input.focus();
  const answer = page.waitForResponse(`**/api/models/${id}?*`);
  release();
  await answer;
  await page.keyboard.type('Once upon a time there was a hungry fox');
  expect(await input.inputValue()).toBe('Once upon a time there was a hungry fox');
});

test('an example with an image shows it', async () => {
  const { page, inputs } = await openForm('#/object-detection/sandbox/shape-detector');
  const button = exampleButton(page);
  await button.locator('img').waitFor();
  await button.click();
  await inputs.getByText(/^Example 1/).waitFor();
  await inputs.getByRole('button', { name: 'Remove' }).waitFor();
});

test('an example that is loading can be canceled', async () => {
  const { page, inputs } = await openForm(SENTIMENT, {
    before: ({ page: opened }) => opened.route(/expand\[\]=widgetData/, () => undefined),
  });
  await exampleButton(page).click();
  await inputs.getByText('Loading an example').waitFor();
  await inputs.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => inputs.getByText('Loading an example').count()).toBe(0);
  expect(await exampleButton(page).evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.getByLabel('Input', { exact: true }).inputValue()).toBe('');
});

test('an unavailable example is reported', async () => {
  const { page, errorLog, inputs } = await openForm('#/object-detection/sandbox/shape-detector', {
    before: ({ page }) => page.route('**/*.png', (route) => route.fulfill({ status: 404, body: 'Gone' })),
  });
  errorLog.allow(/404|CORS|Access-Control|ERR_FAILED/);
  await exampleButton(page).click();
  await inputs.getByText(/^Could not load Example 1 of \d+: /).waitFor();
});

test('a result of previous inputs is marked; Clear removes inputs and output and can be undone', async () => {
  const { page, clear, output, button, inputs, fillExample, runToResult } = await openForm(SENTIMENT);
  const input = page.getByLabel('Input', { exact: true });
  await fillExample();
  const words = await input.inputValue();
  await runToResult();
  const note = output.getByText('Inputs changed since this run');
  await expect.poll(() => note.count()).toBe(0);
  await input.fill(`${words} Not.`);
  await note.waitFor();
  await takeScreenshot(page, 'form/stale');
  await input.fill(words);
  await expect.poll(() => note.count()).toBe(0);
  await clear.click();
  await expect.poll(() => input.inputValue()).toBe('');
  await output.getByText('Labels with scores appear here.').waitFor();
  await inputs.getByText('Cleared.').waitFor();
  await takeScreenshot(page, 'form/cleared');
  await button('Undo clear').click();
  await expect.poll(() => input.inputValue()).toBe(words);
});

test('inputs are kept when visiting another task', async () => {
  const { page } = await openForm(SENTIMENT);
  await page.getByLabel('Input', { exact: true }).fill('Still here');
  await page.evaluate((hash) => (location.hash = hash), QUESTION);
  await page.getByLabel('Input - Question').waitFor();
  await page.goBack();
  await expect.poll(() => page.getByLabel('Input', { exact: true }).inputValue()).toBe('Still here');
});

test('F51: selecting another model hides the previous response', async () => {
  const { page, run, cancel, output, runs } = await openForm('#/text-classification/trouble/silent');
  await page.getByLabel('Input', { exact: true }).fill('Anyone?');
  await Promise.all([page.waitForRequest((request) => request.method() === 'POST'), run.click()]);
  await cancel.waitFor();
  await output.getByText('Waiting for the response').first().waitFor();
  await page.evaluate((hash) => (location.hash = hash), SENTIMENT);
  await page.getByRole('heading', { name: 'sandbox/vader-sentiment' }).waitFor();
  await output.getByText('Labels with scores appear here.').waitFor();
  // The server noticed the canceled request.
  await expect.poll(() => runs().length).toBe(1);
  await expect.poll(() => page.getByLabel('Input', { exact: true }).inputValue()).toBe('Anyone?');
});

test('on a phone, the output scrolls into view', async () => {
  const { page, output, fillExample, run } = await openForm('#/sentence-similarity/sandbox/word-cosine', {
    device: 'phone',
    colorScheme: 'dark',
  });
  await fillExample();
  await run.scrollIntoViewIfNeeded();
  await run.click();
  await output.getByText('Output - Sentence #1').waitFor();
  await expect.poll(async () => (await output.boundingBox())!.y).toBeLessThan(844 / 2);
  await takeScreenshot(page, 'form/phone');
  // Nothing is wider than the window.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
