import { getFiles, hashBlob, type StoredRun } from '@tryout/engine';
import { createDatabaseOpener, watchChanges } from '../../../packages/web/src/state/stored/database.ts';
import { createBrowserHistory } from '../../../packages/web/src/state/stored/history.ts';

/** A run whose result is a file with the given content. */
async function createRun(number: number, content: string): Promise<StoredRun> {
  const blob = new Blob([content], { type: 'image/png' });
  const sha256 = await hashBlob(blob);
  return {
    run: {
      tryout: 1,
      id: `01${String(number).padStart(24, '0')}`,
      task: 'text-to-image',
      model: 'sandbox/shape-painter',
      inputs: { text: `Picture ${number}` },
      result: {
        status: 'done',
        media: [{ file: 'image.png', type: 'image/png', bytes: blob.size, sha256 }],
        seconds: 1,
        startedAt: new Date(number).toISOString(),
      },
    },
    media: new Map([[sha256, blob]]),
  };
}

/** What is in the database: numbers of runs in the list and with all their parts, and the number of files. */
async function inspect(): Promise<{ listed: number[]; complete: number[]; files: number }> {
  const database = await createDatabaseOpener()();
  const history = createBrowserHistory(() => Promise.resolve(database));
  const listed = (await history.list()).map(({ id }) => id);
  const complete: string[] = [];
  for (const id of await database.getAllKeys('runs')) {
    const stored = await history.get(id);
    const sizes = await Promise.all([...stored!.media.values()].map((blob) => blob.text()));
    if (sizes.length === getFiles(stored!.run).length) complete.push(id);
  }
  const files = await database.count('media');
  database.close();
  const numbers = (ids: readonly string[]) => ids.map((id) => Number(id.slice(2))).sort((a, b) => a - b);
  return { listed: numbers(listed), complete: numbers(complete), files };
}

const storage = {
  createBrowserHistory,
  createRun,
  createDatabaseOpener,
  inspect,
  watchChanges,
};

type Storage = typeof storage;

declare global {
  interface Window {
    /** The storage of the web app, in the page of storage-page.ts. */
    readonly storage: Storage;
  }
}

Object.assign(window, { storage });
