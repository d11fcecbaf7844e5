import { restoreInputs, restoreRunState, taskNamed, type StoredRun } from '@tryout/engine';
import type { RunOpening } from '../runtime.ts';

/**
 * Restores a run with its result, for the picker.
 * @param isTrusted whether its endpoint needs no confirmation
 */
export async function runOpening(stored: StoredRun, isTrusted: boolean): Promise<RunOpening> {
  const { inputs, missing } = await restoreInputs(stored);
  const run = await restoreRunState(stored, inputs);
  const { task, model } = stored.run;
  return { run: { task: taskNamed(task).id, model, inputs, run, isTrusted }, missing, stored };
}
