import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { RunFile } from '@tryout/engine';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { dropFiles } from '../../../support/browser/data-transfer.ts';
import { openApp, type OpenApp } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { account, question, signInScreen, signOut, stored } from '../../../support/browser/signing-in.ts';
import { goToForm, runExample } from '../../../support/browser/steps.ts';
import { temporaryFolder } from '../../../support/process.ts';
import { formOf } from '../try-out/form.ts';

const MODEL = 'text-classification/sandbox/vader-sentiment';

const entries = (page: Page) => page.getByRole('list', { name: 'Runs' }).getByRole('listitem');

/** Runs a text and an image, and signs out. */
async function signedOutWithRuns(): Promise<OpenApp> {
  const app = await openApp({ path: `#/${MODEL}` });
  const { page } = app;
  await page.getByLabel('Input', { exact: true }).fill('A good day');
  await formOf(page).runToResult();
  await goToForm(app, 'image-segmentation', 'sandbox/color-regions');
  await runExample(page);
  await signOut(page);
  return app;
}

async function signIn(page: Page): Promise<void> {
  const { box } = signInScreen(page);
  await box.fill('hf_somebody_else');
  await box.press('Enter');
  await page.getByRole('button', { name: 'History' }).click();
}

test('W19: signing out keeps the history until the question is answered', async () => {
  const { page, url } = await signedOutWithRuns();
  expect(page.url()).toBe(`${url}#/sign-in`);
  expect(await stored(page)).not.toHaveProperty('accessToken');
  await question(page).getByText('2 runs').waitFor();
  await expectNoViolations(page);
  await takeScreenshot(page, 'history/sign-out');
  await question(page).getByRole('button', { name: 'Keep' }).click();
  await signIn(page);
  await expect.poll(() => entries(page).count()).toBe(2);
  await entries(page).last().getByRole('button', { name: 'Open' }).click();
  await formOf(page).output.getByText('POSITIVE').waitFor();
});

test.each([
  ['Keep', 'Everything was kept.', 2],
  ['Delete', 'Everything was deleted.', 0],
])('W19: after signing out, %s is done', async (name, outcome, count) => {
  const { page } = await signedOutWithRuns();
  await question(page).getByRole('button', { name }).click();
  await question(page).getByText(outcome).waitFor();
  expect(await question(page).getByRole('button').count()).toBe(0);
  await signIn(page);
  await page.getByText(count === 0 ? 'No runs yet.' : 'Delete all runs').waitFor();
  expect(await entries(page).count()).toBe(count);
});

test('W19: an exported history is read again, without trusting or replacing anything', async () => {
  const { page } = await signedOutWithRuns();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    question(page).getByRole('button', { name: 'Export' }).click(),
  ]);
  await question(page).getByText('Exported 2 runs.').waitFor();
  const path = join(temporaryFolder(), download.suggestedFilename());
  expect(path).toMatch(/tryout-history-\d{8}-\d{6}\.run\.json$/);
  await download.saveAs(path);
  const text = await readFile(path, 'utf8');
  expect(text).not.toContain('hf_');
  const runs = JSON.parse(text) as RunFile[];
  expect(runs.map(({ task }) => task)).toEqual(['image-segmentation', 'text-classification']);
  await question(page).getByRole('button', { name: 'Delete' }).click();
  await question(page).getByText('Everything was deleted.').waitFor();
  await signIn(page);
  await page.getByLabel('Open a run file').setInputFiles(path);
  await page.getByText('Added 2 runs to the history.').waitFor();

  // Somebody else's export: one known run, one damaged, one that bills an organization.
  const [, run] = runs;
  const id = '01JZ0000000000000000000000';
  const strange = [
    { ...run, inputs: { text: 'Replaced' } },
    { tryout: 1 },
    { ...run, id, billTo: 'evil-corp' },
  ];
  const lines = strange.map((each) => JSON.stringify(each));
  // Millions of values in one run do not keep the page from reading the others (X14).
  lines.push(`{"tryout":1,"id":"x","inputs":[${'{},'.repeat(2_000_000)}{}]}`);
  await writeFile(path, `[${lines.join(',\n')}]`);
  await dropFiles(page.getByRole('heading').first(), path);
  await page.getByText('Added 1 run to the history. 2 damaged runs skipped.').waitFor();
  await page.getByRole('button', { name: 'History' }).click();
  await expect.poll(() => entries(page).count()).toBe(3);
  expect(await page.getByText('Replaced').count()).toBe(0);
  await entries(page).last().getByRole('button', { name: 'Run again' }).click();
  await formOf(page).inputs.getByText('bills runs to evil-corp').waitFor();
});

const BATCH = `#/${MODEL}?batch=`;

/** What makes a browser keep a kind of thing, and how it is listed. */
const kinds: readonly [listed: string, keep: (app: OpenApp) => Promise<void>][] = [
  ['1 prepared batch', keepBatch],
  ['1 batch', startBatch],
  [
    '1 batch and 1 prepared batch',
    async (app) => {
      await startBatch(app);
      await keepBatch(app);
    },
  ],
  ['2 saved prompts', keepPrompts],
  [
    '1 prepared batch and 2 saved prompts',
    async (app) => {
      await keepPrompts(app);
      await keepBatch(app);
    },
  ],
];

async function keepBatch({ page, url }: OpenApp): Promise<void> {
  await page.goto(url + BATCH);
  await page.getByLabel('Or paste rows').fill('text\nA secret day\nA bad day\n');
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await page.waitForURL(/batch=\w/);
}

async function startBatch(app: OpenApp): Promise<void> {
  await keepBatch(app);
  await app.page.getByRole('button', { name: 'Start' }).click();
  await app.page.getByRole('link', { name: 'New batch' }).waitFor();
}

async function keepPrompts({ page }: OpenApp): Promise<void> {
  await page.evaluate(() => localStorage.setItem('systemPrompts', '["My secret role","Another"]'));
}

test.each(kinds)(
  'W66, W67: with only %s, signing out asks, and Delete leaves nothing',
  async (listed, keep) => {
    const app = await openApp({ path: `#/${MODEL}` });
    const { page, context, url } = app;
    await keep(app);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('heading', { name: 'sandbox/vader-sentiment' }).waitFor();
    const kept = page.url();
    await signOut(page);
    await question(page).getByText(`This browser still has ${listed}, for everyone who uses it.`).waitFor();
    await question(other).getByText(listed).waitFor();
    const reloaded = other.waitForEvent('load');
    await question(page).getByRole('button', { name: 'Delete' }).click();
    await question(page).getByText('Everything was deleted.').waitFor();
    await reloaded;
    for (const tab of [page, other]) {
      await signInScreen(tab).box.fill('hf_somebody_else');
      await signInScreen(tab).box.press('Enter');
      await account(tab).waitFor();
      expect(await tab.evaluate(() => localStorage.getItem('systemPrompts'))).toBeNull();
      await tab.goto(kept);
      if (/batch=\w/.test(kept)) await tab.getByText('This browser has no such batch').waitFor();
      expect(await tab.getByText('secret').count()).toBe(0);
      expect(await tab.getByText('Earlier batches').count()).toBe(0);
      if (tab === page) await signOut(tab);
    }
    expect(page.url().startsWith(url)).toBe(true);
  },
);

test('W66: signing out forgets what a tab was doing: a queued run, a link, the last result and inputs', async () => {
  const { page } = await openApp({ path: `#/${MODEL}` });
  await page.getByLabel('Input', { exact: true }).fill('A secret day');
  await formOf(page).runToResult();
  await page.evaluate(() => {
    sessionStorage.setItem('pendingJob', '{"url":"https://example.org/queue"}');
    sessionStorage.setItem('run-link', '/text-classification?run=1');
  });
  await signOut(page);
  const left = await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)]);
  expect(left.filter((key) => !key.startsWith('oauth:'))).toEqual(['keep-or-delete']);
  await question(page).getByText('1 run,').waitFor();
});

const returns: readonly [name: string, act: (app: OpenApp) => Promise<Page>][] = [
  ['a reload', async ({ page }) => page.reload().then(() => page)],
  ['the address of a form', async ({ page, url }) => page.goto(`${url}?again#/${MODEL}`).then(() => page)],
  ['a new tab', ({ context, url }) => context.newPage().then((tab) => tab.goto(url).then(() => tab))],
  ['Back', async ({ page }) => page.goBack().then(() => page)],
];

test.each(returns)(
  'W67: after %s, the question is still open, and nobody signs in before',
  async (_name, act) => {
    const app = await signedOutWithRuns();
    const page = await act(app);
    await question(page).getByText('This browser still has 2 runs, for everyone who uses it.').waitFor();
    const { box, link } = signInScreen(page);
    for (const way of [box, link, account(page), page.getByRole('button', { name: 'Continue as guest' })])
      expect(await way.count()).toBe(0);
    await question(page).getByRole('button', { name: 'Keep' }).click();
    await box.waitFor();
    await page.reload();
    await box.waitFor();
    expect(await question(page).count()).toBe(0);
    await app.page.reload();
    await signInScreen(app.page).box.waitFor();
  },
);

test('W19: without runs, nothing is asked', async () => {
  const { page } = await openApp({ path: `#/${MODEL}` });
  await signOut(page);
  await signInScreen(page).box.waitFor();
  expect(await question(page).count()).toBe(0);
});
