import { attempt, counted } from '@tryout/engine';
import { deleteDB, openDB } from 'idb';
import { BATCHES, RUNS } from './database.ts';
import { forgetValues, listKeys, readJson, userValues, writeValue, type ValueName } from './values.ts';

/** With the values, all that is kept of a user: only this folder uses storage. */
const userRecords = [
  { noun: 'run', database: RUNS, store: 'runs' },
  { noun: 'form', database: RUNS, store: 'forms' },
  { noun: 'batch', database: BATCHES, store: 'batches', isStarted: true },
  { noun: 'prepared batch', database: BATCHES, store: 'batches', isStarted: false },
];

/** What is kept, such as `3 runs`, also of an earlier user. */
export async function listStored(): Promise<readonly string[]> {
  const records = userRecords.map(async (kind) => [kind.noun, await countRecords(kind)] as const);
  const values = userValues.map(([name, kind]) => {
    const entries = readJson(name as ValueName);
    return [kind.noun!, Array.isArray(entries) ? entries.length : listKeys(kind).length] as const;
  });
  const all = [...(await Promise.all(records)), ...values];
  return all.filter(([, count]) => count > 0).map(([noun, count]) => counted(count, noun));
}

/** The number of records of a database; 0 if it does not exist, or if storage is disabled. */
async function countRecords(kind: (typeof userRecords)[number]): Promise<number> {
  const database = await openDB(kind.database, undefined, {
    // Counting does not create it.
    upgrade(_created, _from, _to, transaction) {
      transaction.done.catch(() => undefined);
      transaction.abort();
    },
  }).catch(() => undefined);
  const isCounted = (batch: { choices?: unknown }) => (batch.choices !== undefined) === kind.isStarted;
  const count =
    kind.isStarted === undefined
      ? database?.count(kind.store)
      : database?.getAll(kind.store).then((batches) => batches.filter(isCounted).length);
  return (await count?.catch(() => 0).finally(() => database?.close())) ?? 0;
}

/**
 * Forgets everything of the user. The page must reload then, as other tabs do: modules still have some of it in memory.
 * @throws DOMException
 */
export async function forgetUser(): Promise<void> {
  for (const name of [RUNS, BATCHES]) await deleteDB(name);
  forgetValues();
  writeValue('keepOrDelete', undefined);
  attempt(() => writeValue('forgottenAt', String(Date.now())));
}
