import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { RunFile } from '@tryout/engine';
import { dropFiles } from '../../../support/browser/data-transfer.ts';
import { readDatabases } from '../../../support/browser/databases.ts';
import { openApp, type OpenApp } from '../../../support/browser/open-app.ts';
import { account, question, signInScreen, signOut, stored } from '../../../support/browser/signing-in.ts';
import { goToForm, runExample } from '../../../support/browser/steps.ts';
import { temporaryFolder } from '../../../support/process.ts';
import { formOf } from '../try-out/form.ts';

const TEXTS = ['text-classification', 'sandbox/vader-sentiment'] as const;
const IMAGES = ['image-segmentation', 'sandbox/color-regions'] as const;

const entries = (page: Page) => page.getByRole('list', { name: 'Runs' }).getByRole('listitem');

/** Runs a text and an image, and signs out. */
async function signedOutWithRuns(): Promise<OpenApp> {
  const app = await openApp({ path: `#/${TEXTS.join('/')}` });
  const { page } = app;
  await page.getByLabel('Input', { exact: true }).fill('A good day');
  await formOf(page).runToResult();
  await goToForm(app, ...IMAGES);
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

test('W19: signing out keeps the history and removes the inputs, until the question is answered', async () => {
  const app = await signedOutWithRuns();
  const { page, url } = app;
  expect(page.url()).toBe(`${url}#/sign-in`);
  expect(await stored(page)).not.toHaveProperty('accessToken');
  await question(page).getByText('2 runs').waitFor();
  await question(page).getByRole('button', { name: 'Keep' }).click();
  await question(page).getByText('Everything was kept.').waitFor();
  expect(await question(page).getByRole('button').count()).toBe(0);
  await signIn(page);
  await expect.poll(() => entries(page).count()).toBe(2);
  await page.keyboard.press('Escape');
  // The page that was left is the next one's, too, but without what was typed and shown there.
  expect(page.url()).toBe(`${url}#/${IMAGES.join('/')}`);
  await page.getByText('No file chosen').waitFor();
  await goToForm(app, ...TEXTS);
  await page.getByText('Labels with scores appear here.').waitFor();
  expect(await page.getByLabel('Input', { exact: true }).inputValue()).toBe('');
  await page.getByRole('button', { name: 'History' }).click();
  await entries(page).last().getByRole('button', { name: 'Open' }).click();
  await formOf(page).output.getByText('POSITIVE').waitFor();
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
  await page.getByText('No runs yet.').waitFor();
  await page.getByLabel('Open a run file').setInputFiles(path);
  await page.getByText('Added 2 runs to the history.').waitFor();

  // Somebody else's export: one known run, one damaged, one that bills an organization.
  const [, run] = runs;
  const id = '01JZ0000000000000000000000';
  const strange = [
    { ...run, inputs: { text: 'Replaced' } },
    { tryout: 1 },
    { ...run, id, billTo: 'evil-corp', inputs: { text: 'Billed elsewhere' } },
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
  const confirmation = formOf(page).inputs.getByText('bills runs to evil-corp');
  await confirmation.waitFor();
  // Nor does the palette trust it.
  await page.getByRole('button', { name: 'History' }).click();
  await entries(page).first().getByRole('button', { name: 'Open' }).click();
  await confirmation.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find' }).fill('Billed elsewhere');
  await page.getByRole('option', { name: 'Billed elsewhere' }).click();
  await confirmation.waitFor();
});

/** What makes a browser keep each kind of thing, by how it is listed. */
const kinds: Readonly<Record<string, (app: OpenApp) => Promise<void>>> = {
  '1 run': keepRun,
  '1 prepared batch': keepBatch,
  '1 batch': startBatch,
  '2 saved prompts': keepPrompts,
  '1 batch, 1 prepared batch, and 2 saved prompts': async (app) => {
    await startBatch(app);
    await keepBatch(app);
    await keepPrompts(app);
  },
};

async function keepRun(app: OpenApp): Promise<void> {
  await goToForm(app, ...TEXTS);
  await app.page.getByLabel('Input', { exact: true }).fill('A secret day');
  await formOf(app.page).runToResult();
}

async function keepBatch({ page, url }: OpenApp): Promise<void> {
  await page.goto(`${url}#/${TEXTS.join('/')}?batch=`);
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

/** The keys of the texts that the page stores, and the number of records in its databases. */
async function readStorage(page: Page): Promise<{ keys: string[]; records: number }> {
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return {
    keys: keys.filter((key) => !key.startsWith('oauth:')).sort(),
    records: Object.values(await readDatabases(page)).flat().length,
  };
}

async function expectDeletes(listings: readonly string[]): Promise<void> {
  const app = await openApp({ path: `#/${TEXTS.join('/')}` });
  const { page } = app;
  await page.evaluate(() => Object.assign(localStorage, { theme: 'dark', models: 'all' }));
  for (const listed of listings) {
    await kinds[listed]!(app);
    await page.evaluate(() => {
      Object.assign(localStorage, { recentModels: '["secret/model"]', 'last-run x': 'id' });
      const job = '{"url":"https://example.org/queue"}';
      Object.assign(sessionStorage, { pendingJob: job, 'run-link': '/fill-mask?run=1', 'last-run x': 'id' });
    });
    await signOut(page);
    await question(page).getByText(`This browser still has ${listed}, for everyone who uses it.`).waitFor();
    // What the tab was doing is not asked about.
    const prompts = listed.includes('prompts') ? ['systemPrompts'] : [];
    const { keys } = await readStorage(page);
    expect(
      keys.filter((key) => key !== 'forgottenAt'),
      listed,
    ).toEqual(['keep-or-delete', 'models', ...prompts, 'theme']);
    await question(page).getByRole('button', { name: 'Delete' }).click();
    await question(page).getByText('Everything was deleted.').waitFor();
    expect(await readStorage(page), listed).toEqual({
      keys: ['forgottenAt', 'models', 'theme'],
      records: 0,
    });
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await account(page).waitFor();
  }
  await signOut(page);
  await signInScreen(page).box.waitFor();
  expect(await question(page).count()).toBe(0);
}

const DELETES = 'W66, W67: signing out asks, and Delete leaves nothing but settings';
const all = Object.keys(kinds).at(-1)!;
test(`${DELETES}, with everything`, () => expectDeletes([all]));
test(`${DELETES}, with any kind of thing alone`, { tags: ['nightly'] }, () =>
  expectDeletes(Object.keys(kinds).filter((listed) => listed !== all)),
);

test('W66: Delete reaches other tabs, which have nothing in memory for the next user', async () => {
  const app = await openApp();
  const { page, context } = app;
  await keepPrompts(app);
  await startBatch(app);
  const kept = page.url();
  const other = await context.newPage();
  await other.goto(kept);
  await other.getByText('A secret day').first().waitFor();
  await signOut(page);
  await question(other).getByText('1 batch and 2 saved prompts').waitFor();
  const reloaded = other.waitForEvent('load');
  await question(page).getByRole('button', { name: 'Delete' }).click();
  await question(page).getByText('Everything was deleted.').waitFor();
  await reloaded;
  for (const tab of [page, other]) {
    await signInScreen(tab).box.fill('hf_somebody_else');
    await signInScreen(tab).box.press('Enter');
    await account(tab).waitFor();
    await tab.goto(kept);
    await tab.getByText('This browser has no such batch').waitFor();
    expect(await tab.getByText('secret').count()).toBe(0);
    expect(await tab.getByText('Earlier batches').count()).toBe(0);
    if (tab === page) await signOut(tab);
  }
});

const returns: readonly [name: string, act: (app: OpenApp) => Promise<Page>][] = [
  ['a reload', async ({ page }) => page.reload().then(() => page)],
  [
    'the address of a form',
    async ({ page, url }) => page.goto(`${url}?again#/${TEXTS.join('/')}`).then(() => page),
  ],
  ['Back', async ({ page }) => page.goBack().then(() => page)],
  ['a new tab', ({ context, url }) => context.newPage().then((tab) => tab.goto(url).then(() => tab))],
];

test('W67: the question stays open however a page is opened, and nobody signs in before it is answered', async () => {
  const app = await signedOutWithRuns();
  let page = app.page;
  const { box, link } = signInScreen(page);
  for (const [name, act] of returns) {
    page = await act(app);
    await question(page).getByText('This browser still has 2 runs, for everyone who uses it.').waitFor();
    const screen = signInScreen(page);
    const guest = page.getByRole('button', { name: 'Continue as guest' });
    for (const way of [screen.box, screen.link, account(page), guest])
      expect(await way.count(), name).toBe(0);
  }
  await question(page).getByRole('button', { name: 'Keep' }).click();
  await signInScreen(page).box.waitFor();
  await page.reload();
  await signInScreen(page).box.waitFor();
  expect(await question(page).count()).toBe(0);
  await app.page.reload();
  await box.or(link).first().waitFor();
});
