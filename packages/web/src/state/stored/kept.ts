import { attempt, counted } from '@tryout/engine';
import { deleteDB, openDB } from 'idb';
import { BATCHES, RUNS } from './database.ts';
import { forgetValues, listKeys, readJson, valueKinds, writeValue, type ValueName } from './values.ts';

type UserValue = {
  [Name in ValueName]: (typeof valueKinds)[Name]['until'] extends 'always' ? never : Name;
}[ValueName];

/** The values that are the user's. */
const nouns: Readonly<Record<UserValue, string>> = {
  prompts: 'saved prompt',
  recentModels: 'recent model',
  lastRuns: 'last result',
  lastRunsOfTab: 'shown result',
  tab: 'open form',
  pendingJob: 'queued run',
  runLink: 'run link',
};
const userValues = (Object.keys(nouns) as UserValue[]).map((name) => ({ name, noun: nouns[name] }));

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
  const names = [...userRecords, ...userValues].map(({ noun }) => noun);
  const found = await Promise.all(counts);
  return found.flatMap((count, index) => (count > 0 ? [counted(count, names[index]!)] : []));
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
