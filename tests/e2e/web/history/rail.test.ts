import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { counted } from '@tryout/engine';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';
import { goToForm, runExample } from '../../../support/browser/steps.ts';
import { temporaryFolder } from '../../../support/process.ts';
import { formOf } from '../try-out/form.ts';

const TEXTS = ['text-classification', 'sandbox/vader-sentiment'] as const;
const IMAGES = ['image-segmentation', 'sandbox/color-regions'] as const;

const CHAT = ['text-generation', 'sandbox/plain-assistant'] as const;

const input = (page: Page) => page.getByLabel(/^(?:Input|Message)$/);
const rail = (page: Page) => page.getByRole('dialog', { name: 'History' });
const entries = (page: Page) => rail(page).getByRole('listitem');

async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'History' }).click();
  await rail(page).waitFor();
  return rail(page);
}

test('each run appears with its image, texts and outcome, search filters while typing, and going back closes the history', async () => {
  const app = await openApp();
  const { page, errorLog } = app;
  await openHistory(page);
  await rail(page).getByText('No runs yet').waitFor();
  await page.keyboard.press('Escape');
  for (const [task, model] of [TEXTS, IMAGES, CHAT]) {
    await goToForm(app, task, model);
    await runExample(page);
  }
  errorLog.expect(/^failed request: POST \S+\/server-error: 500$/);
  await goToForm(app, 'text-classification', 'trouble/server-error');
  await runExample(page);
  await openHistory(page);
  await expect.poll(() => entries(page).count()).toBe(4);
  const [failed, , segments, texts] = await entries(page).all();
  expect(await failed!.innerText()).toMatch(/Failed[^]*CUDA out of memory/);
  expect(await segments!.innerText()).toMatch(/Image Segmentation\s+just now\s+sandbox\/color-regions/);
  await segments!.locator('img').waitFor();
  expect(await texts!.innerText()).toMatch(/Text Classification[^]*positive|negative/i);
  await rail(page).getByRole('searchbox').fill('SEGMENTATION color');
  await expect.poll(() => entries(page).count()).toBe(1);
  await rail(page).getByRole('searchbox').fill('nothing like it');
  await rail(page).getByText('No run matches').waitFor();
  await page.goBack();
  await rail(page).waitFor({ state: 'hidden' });
});

test('T3, T5: hubs are shown where they differ, and a run from another hub does not choose it', async () => {
  const { page } = await openApp({ path: `#/${TEXTS.join('/')}` });
  const path = join(temporaryFolder(), 'history.run.json');
  const importRuns = async (...hubs: string[]) => {
    const runs = hubs.map((hub) => {
      const result = { status: 'cancelled', seconds: 1, startedAt: new Date().toISOString() };
      return { tryout: 1, id: ulid(), task: TEXTS[0], model: TEXTS[1], hub, inputs: { text: hub }, result };
    });
    await writeFile(path, JSON.stringify(runs).replaceAll('},{"tryout"', '},\n{"tryout"'));
    await openHistory(page);
    await page.getByLabel('Open a run file').setInputFiles(path);
    await page.getByText(`Added ${counted(hubs.length, 'run')} to the history.`).waitFor();
    await openHistory(page);
  };
  await importRuns('https://one.example');
  expect(await entries(page).first().innerText()).not.toMatch(/·\s+one\.example/);
  await page.keyboard.press('Escape');
  await importRuns('https://two.example', 'sandbox');
  await expect.poll(() => entries(page).count()).toBe(3);
  const texts = await entries(page).allInnerTexts();
  for (const hub of ['one.example', 'two.example', 'the sandbox'])
    expect(texts.filter((text) => text.includes(`· ${hub}`) && text.includes('Canceled'))).toHaveLength(1);
  await entries(page)
    .filter({ hasText: '· two.example' })
    .getByRole('button', { name: 'Open', exact: true })
    .click();
  await page.getByText(/This run is from two\.example\. Here, it is sent to/).waitFor();
});

test('runs can be deleted, one with undo or all after a question, and other tabs follow; recording can be turned off', async () => {
  const app = await openApp({ path: `#/${TEXTS.join('/')}` });
  const { page, context, url } = app;
  for (const text of ['A good day', 'A bad day']) {
    await input(page).fill(text);
    await formOf(page).runToResult();
    await formOf(page).output.getByText('Inputs changed').waitFor({ state: 'detached' });
  }
  const other = await context.newPage();
  await other.goto(url);
  await openHistory(other);
  await expect.poll(() => entries(other).count()).toBe(2);
  await openHistory(page);
  await entries(page).first().getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => entries(other).count()).toBe(1);
  await rail(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => entries(other).allInnerTexts()).toHaveLength(2);
  expect(await entries(other).first().innerText()).toContain('A bad day');
  await rail(page).getByText('Delete all runs').click();
  await rail(page).getByText('Delete 2 runs? You cannot undo this.').waitFor();
  await rail(page).getByRole('button', { name: 'Delete all', exact: true }).click();
  await rail(other).getByText('No runs yet').waitFor();

  await rail(page).getByRole('switch', { name: 'Record runs in this browser' }).uncheck();
  await rail(page).getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await runExample(page);
  await openHistory(page);
  await rail(page).getByText('No runs yet').waitFor();
  expect(await rail(page).getByRole('switch').isChecked()).toBe(false);
});

test('a reload and another model keep the last result, marked once the inputs differ', async () => {
  const app = await openApp();
  const { page, requests } = app;
  const { output } = formOf(page);
  const changed = output.getByText('Inputs changed since this run.');
  const mask = output.getByText('green').first();
  await goToForm(app, ...IMAGES);
  await runExample(page);
  await mask.waitFor();
  // Recorded a moment later.
  await openHistory(page);
  await expect.poll(() => entries(page).count()).toBe(1);
  await page.reload();
  await mask.waitFor();
  expect(await changed.count()).toBe(0);
  await goToForm(app, ...TEXTS);
  await input(page).fill('A good day');
  await formOf(page).runToResult();
  await input(page).fill('Another day');
  await goToForm(app, ...IMAGES);
  await mask.waitFor();
  await page.goBack();
  await output.getByText('POSITIVE').waitFor();
  await changed.waitFor();
  await formOf(page).clear.click();
  await page.reload();
  await output.getByText('Labels with scores appear here.').waitFor();
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('opening a run fills in the form and shows its result, and running it again adds a run', async () => {
  const app = await openApp();
  const { page, requests } = app;
  await goToForm(app, ...TEXTS);
  await input(page).fill('What a wonderful day');
  await formOf(page).runToResult();
  const result = await formOf(page).output.innerText();
  await goToForm(app, ...IMAGES);
  const sent = requests.length;
  await openHistory(page);
  await entries(page).getByRole('button', { name: 'Open', exact: true }).click();
  await rail(page).waitFor({ state: 'detached' });
  await expect.poll(() => input(page).inputValue()).toBe('What a wonderful day');
  expect(page.url()).toContain(TEXTS.join('/'));
  expect(await formOf(page).output.innerText()).toBe(result);
  expect(requests.slice(sent).filter(({ method }) => method === 'POST')).toEqual([]);
  await openHistory(page);
  await entries(page).getByRole('button', { name: 'Run again' }).first().click();
  await openHistory(page);
  await expect.poll(() => entries(page).count()).toBe(2);
});
