import { afterEach, beforeEach, expect, test } from 'vitest';
import '../support/browser/storage-entry.ts';

const { createBrowserHistory, createRun, createDatabaseOpener, inspect } = window.storage;

beforeEach(async () => {
  const request = indexedDB.deleteDatabase('tryout');
  await new Promise((resolve) => (request.onsuccess = resolve));
});

const openDatabase = indexedDB.open;

afterEach(() => {
  indexedDB.open = openDatabase;
});

test('the oldest runs make room, counting equal files once', async () => {
  const open = createDatabaseOpener();
  const add = async (number: number, content: string, limits: { bytes: number; runs: number }) =>
    createBrowserHistory(open, limits).add(await createRun(number, content), '');
  const roomy = { bytes: 1e6, runs: 3 };
  for (const number of [1, 2, 3, 4]) await add(number, 'the same'.repeat(10_000), roomy);
  expect(await inspect()).toEqual({ listed: [2, 3, 4], complete: [2, 3, 4], files: 1 });
  await add(5, 'x'.repeat(50_000), { bytes: 132_000, runs: 3 });
  expect(await inspect()).toEqual({ listed: [3, 4, 5], complete: [3, 4, 5], files: 2 });
  await expect(add(6, 'y'.repeat(50_000), { bytes: 50_000, runs: 3 })).rejects.toThrow(
    'The run is too large for the history',
  );
  const history = createBrowserHistory(open);
  await history.remove([(await history.list())[0]!.id]);
  expect(await inspect()).toEqual({ listed: [3, 4], complete: [3, 4], files: 1 });
  expect((await history.list({ search: 'PICTURE 4' })).map(({ input }) => input)).toEqual(['Picture 4']);
});

test('disabled storage is reported', async () => {
  indexedDB.open = () => {
    throw new DOMException('Not here', 'SecurityError');
  };
  const history = createBrowserHistory(createDatabaseOpener());
  await expect(history.list()).rejects.toMatchObject({
    name: 'HistoryError',
    message: 'The history could not be read',
  });
});
