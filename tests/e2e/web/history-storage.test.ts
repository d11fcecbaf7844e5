// @module-tag nightly
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { openStoragePage, storageReady } from '../../support/browser/storage-page.ts';
import { closeAfterTest } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';

async function newTab(context: BrowserContext, url: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(url);
  await storageReady(tab);
  return tab;
}

/** Records runs without end, several at a time; reports the number of each run that is stored. */
async function recordOn({ count, first }: { count: number; first: number }): Promise<void> {
  const { onStored } = window as unknown as { onStored(number: number): void };
  const { createBrowserHistory, createRun, createDatabaseOpener } = window.storage;
  for (let index = 0; index < count; index += 1) {
    const open = createDatabaseOpener();
    await open();
    void (async () => {
      for (let number = first + index; ; number += count) {
        await createBrowserHistory(open).add(await createRun(number, `${number} `.repeat(5000)), 'A picture');
        onStored(number);
      }
    })();
  }
}

test('100 recordings that a closing or crashing tab interrupts leave each stored run and no half run', async () => {
  const { context, url } = await openStoragePage();
  const stored: number[] = [];
  await context.exposeFunction('onStored', (number: number) => stored.push(number));
  for (let round = 0; round < 5; round += 1) {
    const tab = await newTab(context, url);
    const before = stored.length;
    await tab.evaluate(recordOn, { count: 20, first: round * 10_000 });
    await expect.poll(() => stored.length).toBeGreaterThan(before + round);
    if (round % 2 === 0) await tab.close();
    else {
      const crashed = tab.waitForEvent('crash');
      const session = await context.newCDPSession(tab);
      session.send('Page.crash').catch(() => undefined);
      await crashed;
    }
  }
  const tab = await newTab(context, url);
  const { listed, complete, files } = await tab.evaluate(() => window.storage.inspect());
  expect(complete).toEqual(listed);
  expect(files).toBe(listed.length);
  expect(listed).toEqual(expect.arrayContaining(stored));
});

/** Adds runs of some megabytes; returns the numbers of the runs in the list, or the error. */
function addLarge(page: Page, runs: readonly { number: number; megabytes: number }[]): Promise<unknown> {
  return page.evaluate(async (added) => {
    const { createBrowserHistory, createRun, createDatabaseOpener, inspect } = window.storage;
    const history = createBrowserHistory(createDatabaseOpener());
    try {
      for (const { number, megabytes } of added)
        await history.add(await createRun(number, String(number).repeat(megabytes * 1e6)), '');
    } catch (error) {
      const { name, message, hint } = error as Error & { readonly hint: string };
      return { name, message, hint, listed: (await inspect()).listed };
    }
    return (await inspect()).listed;
  }, runs);
}

test('a full disk deletes the oldest runs; a run that still does not fit is reported', async () => {
  const { url } = await openStoragePage();
  const { path, environment } = inject('browser');
  // A profile on disk: databases in memory free no storage.
  const context = await chromium.launchPersistentContext(temporaryFolder(), {
    executablePath: path,
    env: { ...process.env, ...environment },
    args: ['--disable-gpu'],
  });
  closeAfterTest(() => context.close());
  const page = await newTab(context, url);
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(url).origin, quotaSize: 8e6 });
  const runs = [1, 2, 3, 4, 5].map((number) => ({ number, megabytes: 2 }));
  expect(await addLarge(page, runs)).toEqual([3, 4, 5]);
  expect(await addLarge(page, [{ number: 6, megabytes: 9 }])).toEqual({
    name: 'HistoryError',
    message: 'The browser has no storage left for the history',
    hint: 'Delete runs from the history, or free up disk space.',
    listed: [3, 4, 5],
  });
});
