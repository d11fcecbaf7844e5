import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readDatabases } from '../../support/browser/databases.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { formOf } from './try-out/form.ts';

const MODEL = '#/text-classification/sandbox/vader-sentiment';

/** A record with its key, where the store has no key path. */
type Change = readonly [store: string, record: unknown, key?: string];

/** Puts records into a database of the page, as another version or a person could. */
async function putRecords(page: Page, database: string, changes: readonly Change[]): Promise<void> {
  await page.evaluate(
    async ([name, all]) => {
      const open = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
      });
      const transaction = open.transaction([...open.objectStoreNames], 'readwrite');
      for (const [store, record, key] of all) transaction.objectStore(store).put(record, key);
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      open.close();
    },
    [database, changes] as const,
  );
}

/** The list of runs. */
async function readRuns(page: Page) {
  const { 'tryout/entries': [rows] = [] } = await readDatabases(page);
  return JSON.parse(String(rows)) as { entry: { id: string } & object; files: object }[];
}

test('X44: damaged runs are skipped, counted, and deleted when the user says so', async () => {
  const { page } = await openApp({ path: MODEL });
  const input = page.getByLabel('Input', { exact: true });
  for (const text of ['A good day', 'A bad day']) {
    await input.fill(text);
    await formOf(page).runToResult();
  }
  const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
  const history = page.getByRole('button', { name: 'History' });
  await history.click();
  await expect.poll(() => runs.count()).toBe(2);
  await page.keyboard.press('Escape');
  const rows = await readRuns(page);
  const first = rows[0]!;
  const { id } = first.entry;
  const damaged = [
    null,
    7,
    {},
    { ...first, entry: { ...first.entry, task: 'mind-reading' } },
    { ...first, entry: { ...first.entry, input: 5 } },
    { ...first, files: undefined },
    { ...first, bytes: '12' },
  ];
  await putRecords(page, 'tryout', [
    ['entries', JSON.stringify([...damaged, ...rows]), 'rows'],
    ['runs', { tryout: 1, id, task: 'text-classification', inputs: 'A bad day' }, id],
  ]);
  await page.reload();
  await input.waitFor();
  // Recording keeps them: another version of Tryout may read them.
  await input.fill('A day');
  await formOf(page).runToResult();
  await history.click();
  await expect.poll(() => runs.count()).toBe(3);
  await page.getByText('7 damaged runs skipped.').waitFor();
  // The run itself is damaged, not its entry.
  await runs.nth(1).getByRole('button', { name: 'Open' }).click();
  await page.getByText('This run is damaged.').waitFor();
  await runs.nth(1).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => runs.count()).toBe(2);
  await page.getByRole('button', { name: 'Delete damaged' }).click();
  await page.getByText('Damaged runs deleted.').waitFor();
  expect(await page.getByText('damaged runs skipped').count()).toBe(0);
  expect(await readRuns(page)).toHaveLength(2);
});

test('X44: a list of runs that is not a list does not break the history', { tags: ['nightly'] }, async () => {
  const { page } = await openApp({ path: MODEL });
  await page.getByLabel('Input', { exact: true }).fill('A good day');
  await formOf(page).runToResult();
  for (const record of ['rows', { rows: [] }, '[{"entry":']) {
    await putRecords(page, 'tryout', [['entries', record, 'rows']]);
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByText('1 damaged run skipped.').waitFor();
    await page.keyboard.press('Escape');
  }
});

test('X44: damaged batches and rows are skipped, counted and deleted', { tags: ['nightly'] }, async () => {
  const { page, url } = await openApp({ path: `${MODEL}?batch=` });
  await page.getByLabel('Or paste rows').fill('{"text":"A good day"}\n{"text":"A bad day"}');
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await page.getByText(/^2 requests ·/).waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('2 of 2', { exact: true }).waitFor();
  const id = new URL(page.url().replace('#', '')).searchParams.get('batch')!;
  const batch = { title: 'Rows', createdAt: 1, columns: ['text'], rows: 2, isCut: false };
  const line = { batch: id, line: { row: 1, task: 'text-classification', input: {}, model: 'm', value: [] } };
  await putRecords(page, 'tryout-batches', [
    ['batches', { id: 'a' }],
    ['batches', { ...batch, id: 'b', task: 'mind-reading' }],
    ['batches', { ...batch, id: 'c', task: 'text-classification', choices: {} }],
    ['lines', { batch: id, line: { key: 'a' } }],
    ['lines', { ...line, line: { ...line.line, key: 'b', row: 'first' } }],
    ['lines', { ...line, line: { ...line.line, key: 'c', input: null } }],
  ]);
  await page.reload();
  await page.getByText('3 damaged rows skipped.').waitFor();
  await page.getByText('2 of 2', { exact: true }).waitFor();
  await page.goto(`${url}${MODEL}?batch=`);
  await page.getByText('3 damaged batches skipped.').waitFor();
  await page.getByRole('link', { name: 'Pasted rows' }).waitFor();
  await page.getByRole('button', { name: 'Delete damaged' }).click();
  await page.getByText('damaged').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Pasted rows' }).click();
  await page.getByText('2 of 2', { exact: true }).waitFor();
  expect(await page.getByText('damaged').count()).toBe(0);
});

test('X44: a page opens with a damaged form, conversation or tab', { tags: ['nightly'] }, async () => {
  const { page, context } = await openApp({ path: MODEL });
  await page.getByLabel('Input', { exact: true }).fill('A good day');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('tab'))).not.toBeNull();
  const form = {
    tab: 't',
    task: 'text-classification',
    usedAt: 1,
    files: [],
    bytes: 0,
    drafts: {},
    urls: {},
  };
  const run = { tryout: 1, id: '', task: 'text-classification', inputs: {} };
  const tab = '{"id":"t","task":"text-classification"}';
  for (const [change, text] of [
    // As earlier versions stored them.
    [{ values: { text: 'A good day' }, parameters: {}, choices: {} }, tab],
    [{ run: 'x' }, tab],
    [{ run: { ...run, inputs: 'x' } }, tab],
    [{ run: { ...run, inputs: { text: null } } }, tab],
    [{ run: { ...run, chat: { exchanges: 5 } } }, tab],
    [{ run }, '{"id":5,"task":7,"model":{}}'],
  ] as const) {
    await putRecords(page, 'tryout', [['forms', { ...form, ...change }]]);
    const fresh = await context.newPage();
    await fresh.addInitScript((id) => sessionStorage.setItem('tab', id), text);
    await fresh.goto(page.url());
    await fresh.getByText('Add text to run', { exact: true }).waitFor();
    await fresh.close();
  }
});
