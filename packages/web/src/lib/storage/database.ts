import type { HistoryEntry, RunChoices, RunFile, TaskId, TypedParameters } from '@tryout/engine';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** The form of a task in a tab. Values are stored as they are, with {@link KeptFile} in place of files. */
export interface KeptForm {
  readonly tab: string;
  readonly task: TaskId;
  /** Milliseconds since the epoch. */
  readonly usedAt: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly drafts: Readonly<Record<string, unknown>>;
  readonly parameters: TypedParameters;
  readonly choices: RunChoices;
  readonly chat?: KeptChat | undefined;
  /** Keys of its files. */
  readonly files: readonly string[];
  /** Of its files. */
  readonly bytes: number;
}

export interface KeptFile {
  readonly name: string;
  readonly contentType: string;
  /** The URL it was downloaded from. */
  readonly url?: string | undefined;
  /** Missing if its content is not stored. */
  readonly key?: string | undefined;
}

export type KeptPicture = KeptFile | { readonly url: string };

export interface KeptChat {
  readonly system: string;
  readonly exchanges: readonly {
    readonly text: string;
    readonly pictures: readonly KeptPicture[];
    readonly answer: string;
    readonly finishReason?: string | undefined;
  }[];
  readonly pictures: readonly KeptPicture[];
}

/** A run in the list of runs. */
export interface RunRow {
  readonly entry: HistoryEntry;
  /** Of the run file. */
  readonly bytes: number;
  /** Bytes of its stored files by SHA-256. */
  readonly files: Readonly<Record<string, number>>;
}

const ROWS = 'rows';

export interface Schema extends DBSchema {
  /** By ID. */
  runs: { key: string; value: RunFile };
  /** The list of runs as JSON in one record: reading 10,000 records takes browsers 100 ms and more. */
  entries: { key: typeof ROWS; value: string };
  /** Content of the files of runs, by SHA-256, and of forms, by a random key. */
  media: { key: string; value: Blob };
  forms: { key: [tab: string, task: string]; value: KeptForm; indexes: { tab: string } };
}

export type Database = IDBPDatabase<Schema>;

/**
 * Opens the database once; tries again after a failure.
 * @throws DOMException if the browser does not allow storage
 */
export type OpenDatabase = () => Promise<Database>;

export function databaseOpener(): OpenDatabase {
  let opening: Promise<Database> | undefined;
  const reset = () => (opening = undefined);
  return () => {
    opening ??= Promise.resolve().then(() =>
      openDB<Schema>('tryout', 1, {
        upgrade(database) {
          for (const name of ['runs', 'entries', 'media'] as const) database.createObjectStore(name);
          database.createObjectStore('forms', { keyPath: ['tab', 'task'] }).createIndex('tab', 'tab');
        },
        blocking: (_current, _blocked, event) => {
          (event.target as IDBDatabase).close();
          reset();
        },
        terminated: reset,
      }),
    );
    opening.catch(reset);
    return opening;
  };
}

/** The list of runs, the newest first. */
export async function readRows(store: {
  get(key: typeof ROWS): Promise<string | undefined>;
}): Promise<readonly RunRow[]> {
  return JSON.parse((await store.get(ROWS)) ?? '[]') as RunRow[];
}

export async function writeRows(
  store: { put(value: string, key: typeof ROWS): Promise<unknown> },
  rows: readonly RunRow[],
): Promise<void> {
  await store.put(JSON.stringify(rows), ROWS);
}

export function isQuotaError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Deletes all runs, forms and media, of all tabs. */
export async function clearStorage(open: OpenDatabase): Promise<void> {
  const stores = ['runs', 'entries', 'media', 'forms'] as const;
  const transaction = (await open()).transaction(stores, 'readwrite');
  await Promise.all([...stores.map((name) => transaction.objectStore(name).clear()), transaction.done]);
  announceChange();
}

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
