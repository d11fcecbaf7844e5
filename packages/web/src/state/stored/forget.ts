import { attempt, counted } from '@tryout/engine';
import { BATCHES, countRecords, deleteDatabase, RUNS, clearForms, type OpenDatabase } from './database.ts';
import {
  countValues,
  forgetValues,
  valueKinds,
  writeValue,
  type ValueKind,
  type ValueName,
} from './values.ts';

const userValues = (Object.entries(valueKinds) as [ValueName, ValueKind][]).flatMap(([name, kind]) =>
  kind.noun === undefined ? [] : [{ ...kind, name, noun: kind.noun }],
);

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

/** Whether the user signed out while this page was open. */
export let hasSignedOut = false;

/** Forgets what the user was working on; runs, batches and prompts are asked about. */
export function forgetWork(open: OpenDatabase): void {
  hasSignedOut = true;
  for (const { name, endsWithSignOut } of userValues) if (endsWithSignOut) forgetValues(name);
  clearForms(open).catch(() => undefined);
}

/**
 * Forgets everything of the user. The page must reload then, as other tabs do: modules still have some of it in memory.
 * @throws DOMException
 */
export async function forgetUser(): Promise<void> {
  for (const name of [RUNS, BATCHES]) await deleteDatabase(name);
  for (const { name } of userValues) forgetValues(name);
  attempt(() => writeValue('forgottenAt', String(Date.now())));
}

/** What remains to do in other tabs. */
export function forgetTab(): void {
  for (const { name } of userValues) forgetValues(name);
  location.reload();
}
