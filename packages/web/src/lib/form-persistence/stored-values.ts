import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

interface Schema extends DBSchema {
  parts: { key: string; value: StoredValue };
}

/** Text is not stored as a blob, because browsers do not finish writing blobs of a closing page. */
export type StorableValue = Blob | string;

interface StoredValue {
  readonly value: StorableValue;
  /** Milliseconds since the epoch. */
  readonly usedAt: number;
}

/** Limits for all tabs together; the most recently used values are kept. */
const MAX_VALUES = 100;
const MAX_BYTES = 500 * 1024 * 1024;
/** Milliseconds; a closed tab may be reopened after a weekend. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;

let opening: Promise<IDBPDatabase<Schema>> | undefined;

/**
 * Opens the database once; tries again after a failure.
 * @throws DOMException if the browser does not allow storage
 */
export function openDatabase(): Promise<IDBPDatabase<Schema>> {
  const reset = () => (opening = undefined);
  opening ??= Promise.resolve().then(() =>
    openDB<Schema>('forms', 2, {
      upgrade(database) {
        for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
        database.createObjectStore('parts');
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
}

/**
 * Stores a large value; older values make room if needed.
 * @throws DOMException `QuotaExceededError` if storage is full
 */
export async function storeValue(id: string, value: StorableValue): Promise<void> {
  try {
    await put(id, value);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    await prune(sizeOf(value));
    await put(id, value);
  }
  await prune(0);
}

async function put(id: string, value: StorableValue): Promise<void> {
  const { store, done } = (await openDatabase()).transaction('parts', 'readwrite');
  void store.put({ value, usedAt: Date.now() }, id);
  // Without an explicit commit, a closing page loses the value.
  store.transaction.commit();
  await done;
}

export function isQuotaError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Bytes. */
function sizeOf(value: StorableValue): number {
  return typeof value === 'string' ? 2 * value.length : value.size;
}

/** Deletes old values, and more if there are too many. @param bytes to free for a new value */
async function prune(bytes: number): Promise<void> {
  const { store, done } = (await openDatabase()).transaction('parts', 'readwrite');
  const [ids, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  const oldest = Date.now() - MAX_AGE;
  let [count, sum] = [0, bytes];
  values
    .map(({ value, usedAt }, index) => ({ id: ids[index]!, size: sizeOf(value), usedAt }))
    .sort((a, b) => b.usedAt - a.usedAt)
    .forEach(({ id, size, usedAt }) => {
      count += 1;
      sum += size;
      if (usedAt < oldest || count > MAX_VALUES || sum > MAX_BYTES) void store.delete(id);
    });
  await done;
}

/** Reads the values that still exist, and marks them as used. */
export async function readValues(ids: readonly string[]): Promise<ReadonlyMap<string, StorableValue>> {
  const found = new Map<string, StorableValue>();
  if (ids.length === 0) return found;
  const { store, done } = (await openDatabase()).transaction('parts', 'readwrite');
  for (const id of ids) {
    const value = await store.get(id);
    if (!value) continue;
    found.set(id, value.value);
    void store.put({ ...value, usedAt: Date.now() }, id);
  }
  await done;
  return found;
}

export async function deleteValues(ids: readonly string[]): Promise<void> {
  const { store, done } = (await openDatabase()).transaction('parts', 'readwrite');
  for (const id of ids) void store.delete(id);
  await done;
}

/** Deletes the values of all tabs. */
export async function clearValues(): Promise<void> {
  await (await openDatabase()).clear('parts');
}
