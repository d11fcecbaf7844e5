import { attempt, counted } from '@tryout/engine';
import { deleteDB, openDB } from 'idb';
import { BATCHES, RUNS } from './database.ts';
import {
  forgetValues,
  listKeys,
  readJson,
  userValues,
  valueKinds,
  writeValue,
  type ValueName,
} from './values.ts';

/** With {@link userValues}, all that is kept of a user: only this folder uses storage. */
const userRecords = [
  { noun: 'run', database: RUNS, store: 'runs' },
  { noun: 'form', database: RUNS, store: 'forms' },
  { noun: 'batch', database: BATCHES, store: 'batches' },
] as const;

/** What is kept, such as `3 runs`, also of an earlier user. */
export async function listStored(): Promise<readonly string[]> {
  const counts = [
    ...userRecords.map(({ database, store }) => countRecords(database, store)),
    ...userValues.map(({ name }) => countValues(name)),
  ];
  const nouns = [...userRecords, ...userValues].map(({ noun }) => noun);
  const found = await Promise.all(counts);
  return found.flatMap((count, index) => (count > 0 ? [counted(count, nouns[index]!)] : []));
}

/** The number of records of a database; 0 if it does not exist, or if storage is disabled. */
async function countRecords(name: string, store: string): Promise<number> {
  const database = await openDB(name, undefined, {
    // Counting does not create it.
    upgrade(_created, _from, _to, transaction) {
      transaction.done.catch(() => undefined);
      transaction.abort();
    },
  }).catch(() => undefined);
  const count = (await database?.count(store).catch(() => 0)) ?? 0;
  database?.close();
  return count;
}

/** Values, or the entries of a list. */
function countValues(name: ValueName): number {
  const entries = readJson(name);
  return Array.isArray(entries) ? entries.length : listKeys(valueKinds[name]).length;
}

/**
 * Forgets everything of the user. The page must reload then, as other tabs do: modules still have some of it in memory.
 * @throws DOMException
 */
export async function forgetUser(): Promise<void> {
  for (const name of [RUNS, BATCHES]) await deleteDB(name);
  for (const { name } of userValues) forgetValues(name);
  attempt(() => writeValue('forgottenAt', String(Date.now())));
}
