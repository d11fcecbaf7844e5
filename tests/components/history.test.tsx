import { withFilesInside, type RunFile } from '@tryout/engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import HistoryRail from '../../packages/web/src/screens/history/history-rail.tsx';
import { importHistory } from '../../packages/web/src/state/run-files.ts';
import '../support/browser/storage-entry.ts';
import { mount } from './support/mount.tsx';
import { button } from './support/user.ts';

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

test('after Delete and Undo, all that is stored of a run, a chat and a comparison is there again', async () => {
  const history = createBrowserHistory(createDatabaseOpener());
  const chat = { id: 'a', exchanges: [] };
  const group = '01M82A1K5N4CF9J815YY9V73F7';
  const all: readonly (readonly [more: Partial<RunFile>, isImported: boolean])[] = [
    [{ hub: 'sandbox', parameters: { steps: 3 } }, false],
    [{ endpointUrl: 'https://example.org/', model: undefined, billTo: 'org' }, true],
    [{ task: 'text-generation', chat }, true],
    [{ task: 'text-generation', chat }, true],
    [{ group, candidate: 1, vote: 'won' }, false],
    [{ group, candidate: 2, vote: 'lost' }, false],
  ];
  for (const [number, [more, isImported]] of all.entries()) {
    const { run, media } = await createRun(number, `file ${number}`);
    await history.add({ run: { ...run, ...more }, media }, `Output ${number}`, isImported);
  }
  const readAll = async () => {
    const entries = await history.list();
    const runs = await Promise.all(entries.map(({ id }) => history.get(id)));
    const files = runs.flatMap((stored) => [...stored!.media.values()].map((blob) => blob.text()));
    return { entries, runs: runs.map((stored) => stored!.run), files: await Promise.all(files) };
  };
  const before = await readAll();
  mount(<HistoryRail onClose={() => undefined} />);
  const items = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
  for (const index of [0, 1, 2, 3]) {
    await expect.poll(() => items.elements().length).toBe(4);
    await items.nth(index).getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => items.elements().length).toBe(3);
    await button('Undo').click();
    await expect.poll(() => items.elements().length).toBe(4);
    await expect.element(page.getByText(/ restored\.$/)).toBeVisible();
    expect(await readAll()).toEqual(before);
  }
});

test('W69: an exported history is read as it was exported, or as a tool has formatted it, without its damaged runs', async () => {
  const history = createBrowserHistory(createDatabaseOpener());
  const stored = await Promise.all([1, 2, 3].map((number) => createRun(number, `file ${number} "\\`)));
  const runs = await Promise.all(stored.map((each) => withFilesInside(each)));
  const lines = runs.map((run) => JSON.stringify(run));
  const damaged = lines[1]!.slice(0, -9);
  const layouts = [
    `[${lines.join(',\n')}]\n`,
    JSON.stringify(runs),
    JSON.stringify(runs, null, 2),
    JSON.stringify(runs, null, '\t').replaceAll('\n', '\r\n'),
    `[ ${lines.join('\n, ')} ]`,
  ];
  for (const text of layouts) {
    await history.clear();
    expect(await importHistory(history, new File([text], 'all.json'))).toBe('Added 3 runs to the history.');
    expect((await history.get(runs[2]!.id))?.run).toEqual(stored[2]!.run);
  }
  await history.clear();
  const cut = new File([`[${lines[0]},\n${damaged},\n${lines[2]}]`], 'all.json');
  expect(await importHistory(history, cut)).toBe('Added 2 runs to the history. 1 damaged run skipped.');
  await expect(importHistory(history, new File(['[{"tryout": 1'], 'all.json'))).rejects.toThrow(
    'all.json is incomplete',
  );
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
