import { clearForms, type OpenDatabase } from './database.ts';
import { forgetValues } from './values.ts';

/** Whether the user signed out while this page was open. */
export let hasSignedOut = false;

/** Forgets what the user was working on; runs, batches and prompts are asked about. */
export function forgetWork(open: OpenDatabase): void {
  hasSignedOut = true;
  forgetValues((name) => name === 'prompts');
  clearForms(open).catch(() => undefined);
}
