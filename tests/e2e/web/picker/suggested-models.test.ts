import { taskNamed } from '@tryout/engine';
import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { fakeHub } from '../../../support/fake-hub.ts';
import { fieldsOf } from './fields.ts';
import { manyRows, row, providerSummary, TASK } from './model-rows.ts';

const served = (id: string, downloads: number, ...providers: string[]) =>
  row(id, { downloads, inferenceProviderMapping: providerSummary(id, ...providers) });

const sandbox = await recordingSandbox({
  listing: [
    ...manyRows(3),
    served('house/first', 9_000_000, 'together', 'nscale', 'novita'),
    { ...served('gate/kept', 8_000_000, 'together'), gated: 'manual' },
    { ...served('own/secret', 7_000_000, 'together'), private: true },
    served('house/second', 6_000_000, 'nscale'),
  ],
});

test('a task without a model shows its description and available public models', async () => {
  const { page, requests } = await openApp({ sandbox, path: `#/${TASK}` });
  const begin = page.getByRole('region', { name: 'Start with one of these' });
  await begin.getByText('Available now, most downloaded first.').waitFor();
  const cards = begin.getByRole('listitem');
  await expect.poll(() => cards.first().textContent()).toContain('house/first');
  expect(await cards.first().textContent()).toContain('via together, nscale and 1 more');
  expect(await cards.nth(1).textContent()).toContain('house/second');
  // Gated and unavailable models are in the list only.
  const texts = (await cards.allTextContents()).join(' ');
  expect(texts).not.toMatch(/gate\/kept|own\/secret|house\/price/);
  const about = page.getByRole('region', { name: taskNamed(TASK).label });
  await about.getByText('numbers', { exact: true }).waitFor();
  await about.getByText(taskNamed(TASK).summary).waitFor();
  await expectNoViolations(page);
  await takeScreenshot(page, 'picker/beginnings');
  // They need no additional request.
  expect(
    requests.filter(({ method, url }) => method === 'GET' && url.startsWith('/api/models')),
  ).toHaveLength(1);
  await begin.getByRole('link').first().click();
  await page.waitForURL(/house\/first$/);
  await begin.waitFor({ state: 'detached' });
});

test('shows the most used models if none is available', async () => {
  const hub = await fakeHub({ models: manyRows(9), tasks: {} });
  const { page } = await openApp({ path: `#/${TASK}`, config: { hubUrl: hub.url } });
  const begin = page.getByRole('region', { name: 'Start with one of these' });
  await begin.getByText('No provider runs these right now. You can run them on your own endpoint.').waitFor();
  await expect.poll(() => begin.getByRole('link').count()).toBe(6);
});

test('a task without models is reported once', async () => {
  const hub = await fakeHub({ models: [] });
  const { page } = await openApp({ path: `#/${TASK}`, config: { hubUrl: hub.url } });
  await fieldsOf(page).status('No models available for this task').waitFor();
  await page.getByRole('region', { name: 'Start with one of these' }).waitFor({ state: 'detached' });
});

test('S12: the filter is on, and kept for the next task, after going back and after a reload', async () => {
  const { page } = await openApp({ sandbox, path: `#/${TASK}` });
  const { task, toggleAvailable, status, options } = fieldsOf(page);
  await status(/^\d+ models; 3 unavailable hidden$/).waitFor();
  await takeScreenshot(page, 'picker/filtered');
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

test('S12: a list without available models has all, with a note', async () => {
  const hub = await fakeHub({ models: manyRows(2), tasks: {} });
  const { page } = await openApp({ path: `#/${TASK}`, config: { hubUrl: hub.url } });
  await fieldsOf(page).status('2 models; none is available right now').waitFor();
});

test('tasks can be found by inputs and outputs, and by "chat"', async () => {
  const { page } = await openApp({ sandbox });
  const { task, options } = fieldsOf(page);
  await task.click();
  for (const [typed, label] of [
    ['chat', 'Text Generation'],
    ['boxes', 'Object Detection'],
    ['candidate labels', 'Zero-Shot Classification'],
    ['computer vision', 'Image Classification'],
  ] as const) {
    await task.fill(typed);
    await options.filter({ hasText: label }).first().waitFor();
  }
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
