import type { RunFile, TaskId, TaskInputs } from '@tryout/engine';
import type { DBSchema, IDBPDatabase } from 'idb';

/** The form of a task in a tab, as a run that was not sent. */
export interface StoredForm {
  readonly tab: string;
  readonly task: TaskId;
  /** Milliseconds since the epoch. */
  readonly usedAt: number;
  readonly run: RunFile;
  readonly drafts: TaskInputs['drafts'];
  /** The URLs that files were downloaded from, by their SHA-256. */
  readonly urls: Readonly<Record<string, string | undefined>>;
  /** The SHA-256 of the files that are stored. */
  readonly files: readonly string[];
  /** Of these files. */
  readonly bytes: number;
}

/** Key of the list of runs. */
export const ROWS = 'rows';

interface Schema extends DBSchema {
  /** By ID. */
  runs: { key: string; value: RunFile };
  /** The list of runs as JSON in one record: reading 10,000 records takes browsers 100 ms and more. */
  entries: { key: typeof ROWS; value: string };
  /** Content of the files of runs and forms, by SHA-256. */
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
