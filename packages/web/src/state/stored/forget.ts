import { clearForms, type OpenDatabase } from './database.ts';
import { forgetValues, valueKinds, type ValueName } from './values.ts';

/** Whether the user signed out while this page was open. */
export let hasSignedOut = false;

/** Forgets what the user was working on; runs, batches and prompts are asked about. */
export function forgetWork(open: OpenDatabase): void {
  hasSignedOut = true;
  for (const name of Object.keys(valueKinds) as ValueName[])
    if (valueKinds[name].until === 'sign-out') forgetValues(name);
  clearForms(open).catch(() => undefined);
}
