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

/** Something that this browser keeps of its user. */
interface StoredKind {
  readonly noun: string;
  count(): Promise<number>;
  forget(): Promise<void>;
}

const userValues = (Object.entries(valueKinds) as [ValueName, ValueKind][]).flatMap(([name, kind]) =>
  kind.noun === undefined ? [] : [{ ...kind, name, noun: kind.noun }],
);

/** All that a browser keeps of its user. Values and databases are only used in this folder, so nothing else is kept. */
const userKinds: readonly StoredKind[] = [
  { noun: 'run', count: () => countRecords(RUNS, 'runs'), forget: () => deleteDatabase(RUNS) },
  // Deleted with the runs.
  { noun: 'form', count: () => countRecords(RUNS, 'forms'), forget: () => Promise.resolve() },
  { noun: 'batch', count: () => countRecords(BATCHES, 'batches'), forget: () => deleteDatabase(BATCHES) },
  ...userValues.map(({ noun, name }) => ({
    noun,
    count: () => Promise.resolve(countValues(name)),
    forget: () => Promise.resolve(forgetValues(name)),
  })),
];

/** What is kept, such as `3 runs`, also of an earlier user. */
export async function listStored(): Promise<readonly string[]> {
  const counts = await Promise.all(userKinds.map((kind) => kind.count()));
  return userKinds.flatMap(({ noun }, index) => (counts[index]! > 0 ? [counted(counts[index]!, noun)] : []));
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
  for (const kind of userKinds) await kind.forget();
  attempt(() => writeValue('forgottenAt', String(Date.now())));
}

/** What remains to do in other tabs. */
export function forgetTab(): void {
  for (const { name } of userValues) forgetValues(name);
  location.reload();
}
