import { HistoryError, InputError, type NamedBlob } from '@tryout/engine';
import type { DBSchema } from 'idb';
import { BATCHES, isQuotaError, openOnce } from './database.ts';
import { isBatchRecord, isStoredLine, type BatchRecord, type StoredLine } from '../batch/records.ts';

interface Schema extends DBSchema {
  batches: { key: string; value: BatchRecord };
  sources: { key: string; value: readonly NamedBlob[] };
  lines: { key: [batch: string, key: string]; value: StoredLine; indexes: { row: [string, number] } };
  media: { key: [batch: string, name: string]; value: Blob };
}

/** The batches of this browser. */
export const openBatches = openOnce<Schema>(BATCHES, 1, (created) => {
  created.createObjectStore('batches', { keyPath: 'id' });
  for (const name of ['sources', 'media'] as const) created.createObjectStore(name);
  created
    .createObjectStore('lines', { keyPath: ['batch', 'line.key'] })
    .createIndex('row', ['batch', 'line.row']);
});

/** Changes the record of a batch in one step. @throws InputError if the batch was deleted */
export async function changeRecord(
  id: string,
  change: (record: BatchRecord) => BatchRecord = (record) => record,
): Promise<BatchRecord> {
  const { store, done } = (await openBatches()).transaction('batches', 'readwrite');
  const record = await store.get(id);
  if (!isBatchRecord(record)) throw new InputError('This batch was deleted', { hint: 'Start a new one.' });
  const changed = change(record);
  await store.put(changed);
  await done;
  return changed;
}

/** All keys of a batch in stores whose keys begin with its ID. */
export const keysOf = (id: string) => IDBKeyRange.bound([id], [id, []]);

/** Lines that are read at once. */
const PAGE = 500;

/** The lines of a batch, in the order of their keys. @param onDamage receives the key of a line that is skipped */
export async function* readLines(
  id: string,
  onDamage?: (key: [batch: string, key: string]) => void,
): AsyncGenerator<StoredLine['line'], void, void> {
  const open = await openBatches();
  let range = keysOf(id);
  for (;;) {
    const page = await open.getAll('lines', range, PAGE);
    for (const stored of page) {
      if (isStoredLine(stored)) yield stored.line;
      else onDamage?.([id, (stored as StoredLine).line.key]);
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    range = IDBKeyRange.bound([id, last.line.key], [id, []], true);
  }
}

export async function removeBatch(id: string): Promise<void> {
  const open = await openBatches();
  const transaction = open.transaction(['batches', 'sources', 'lines', 'media'], 'readwrite');
  await Promise.all([
    transaction.objectStore('batches').delete(id),
    transaction.objectStore('sources').delete(id),
    transaction.objectStore('lines').delete(keysOf(id)),
    transaction.objectStore('media').delete(keysOf(id)),
    transaction.done,
  ]);
}

/** Deletes the batches, and the lines of all others, that cannot be read. */
export async function removeDamaged(): Promise<void> {
  const open = await openBatches();
  for (const id of await open.getAllKeys('batches')) {
    if (!isBatchRecord(await open.get('batches', id))) await removeBatch(id);
    const keys: [string, string][] = [];
    for await (const _line of readLines(id, (key) => keys.push(key)));
    for (const key of keys) await open.delete('lines', key);
  }
}

/** @throws HistoryError, or InputError for files, in place of the browser's error */
export async function explainStorage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof DOMException) || cause.name === 'AbortError') throw cause;
    if (cause.name === 'NotFoundError' || cause.name === 'NotReadableError')
      throw new InputError('A file cannot be read', {
        hint: 'It may have been changed or moved. Choose it again.',
        cause,
      });
    throw isQuotaError(cause)
      ? new HistoryError('The browser has no storage left for the batch', {
          hint: 'Delete earlier batches, or free up disk space. Then continue.',
          cause,
        })
      : new HistoryError('The browser does not store batches', {
          hint: 'Allow this site to store data in the settings of your browser, then reload.',
          cause,
        });
  }
}
