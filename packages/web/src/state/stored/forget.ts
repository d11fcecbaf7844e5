import { clearForms, type OpenDatabase } from './database.ts';
import { forgetValues, userValues } from './values.ts';

/** Whether the user signed out while this page was open. */
export let hasSignedOut = false;

/** Forgets what the user was working on; runs, batches and prompts are asked about. */
export function forgetWork(open: OpenDatabase): void {
  hasSignedOut = true;
  for (const { name, endsWithSignOut } of userValues) if (endsWithSignOut) forgetValues(name);
  clearForms(open).catch(() => undefined);
}

/** What remains to do in other tabs. */
export function forgetTab(): void {
  for (const { name } of userValues) forgetValues(name);
  location.reload();
}
