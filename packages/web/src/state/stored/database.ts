import type { RunFile } from '@tryout/engine';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { StoredForm } from '../form-persistence/stored-form.ts';
import { forgetValues } from './values.ts';

/** Key of the list of runs. */
export const ROWS = 'rows';

interface Schema extends DBSchema {
  /** By ID. */
  runs: { key: string; value: RunFile };
  /** The list of runs as JSON in one record: reading 10,000 records takes browsers 100 ms and more. */
  entries: { key: typeof ROWS; value: string };
  /** Content of the files of runs, by SHA-256, and of forms, by a random key. */
  media: { key: string; value: Blob };
  forms: { key: [tab: string, task: string]; value: StoredForm; indexes: { tab: string } };
}

/**
 * Opens the database once; tries again after a failure.
 * @throws DOMException if the browser does not allow storage
 */
export type OpenDatabase = () => Promise<IDBPDatabase<Schema>>;

/** The database of runs and forms. */
export const RUNS = 'tryout';

export function createDatabaseOpener(): OpenDatabase {
  return openOnce<Schema>(RUNS, 2, (database) => {
    // Version 1 had other records.
    for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
    for (const name of ['runs', 'entries', 'media'] as const) database.createObjectStore(name);
    database.createObjectStore('forms', { keyPath: ['tab', 'task'] }).createIndex('tab', 'tab');
  });
}

/** What opens a database once, and again after a failure and after another tab has deleted it. */
export function openOnce<Stores extends DBSchema>(
  name: string,
  version: number,
  upgrade: (database: IDBPDatabase<Stores>) => void,
): () => Promise<IDBPDatabase<Stores>> {
  let database: Promise<IDBPDatabase<Stores>> | undefined;
  const reset = () => (database = undefined);
  return () => {
    database ??= import('idb').then(({ openDB }) =>
      openDB<Stores>(name, version, {
        upgrade,
        blocking: (_current, _blocked, event) => {
          (event.target as IDBDatabase).close();
          reset();
        },
        terminated: reset,
      }),
    );
    database.catch(reset);
    return database;
  };
}

export function isQuotaError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Forgets what the user was working on; runs, batches and prompts are asked about. */
export function forgetWork(open: OpenDatabase): void {
  forgetValues((name) => name === 'prompts');
  clearForms(open).catch(() => undefined);
}

/** Deletes the forms of all tabs with their files. */
async function clearForms(open: OpenDatabase): Promise<void> {
  const transaction = (await open()).transaction(['forms', 'media'], 'readwrite');
  const [forms, media] = [transaction.objectStore('forms'), transaction.objectStore('media')];
  const keys = (await forms.getAll()).flatMap(({ files }) => files ?? []);
  await Promise.all([forms.clear(), ...keys.map((key) => media.delete(key)), transaction.done]);
}

/** The database of batches, which are as large as all runs. */
export const BATCHES = 'tryout-batches';

const CHANNEL = 'tryout-history';

/** Tells all tabs, this one included, that the history changed. */
export function announceChange(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(undefined);
  channel.close();
}

/**
 * Calls back after each change to the history, in this tab or another.
 * @returns unsubscribes
 */
export function watchChanges(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => listener();
  return () => channel.close();
}
