import { isRunning, missingInputs, type SessionState } from '@tryout/engine';
import { ENDPOINT_INPUT } from '../endpoint-input-id.ts';
import { fieldIds } from '../../../fields/shared/field-ids.ts';

/** Leads to the first input that a run still needs; of a list to its first entry without a text. */
export function focusMissing(state: SessionState): void {
  if (isRunning(state)) return;
  const [name] = missingInputs(state);
  if (name === undefined) return document.getElementById(ENDPOINT_INPUT)?.focus();
  const { input } = fieldIds(name);
  const entries = state.values[name];
  const empty = Array.isArray(entries) ? (entries as readonly unknown[]).indexOf('') : 0;
  document.getElementById(empty > 0 ? `${input}-${empty + 1}` : input)?.focus();
}
