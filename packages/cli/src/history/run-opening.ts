import { restoreInputs, restoreRunState, taskNamed } from '@tryout/engine';
import type { RunOpening } from '../runtime.ts';
import type { FoundRun } from './find-run.ts';

/** Restores a stored run for the picker. */
export async function openingOf({ stored, isTrusted }: FoundRun): Promise<RunOpening> {
  const { inputs, missing } = await restoreInputs(stored);
  const run = await restoreRunState(stored, inputs);
  const { task, model } = stored.run;
  return { stored, run: { task: taskNamed(task).id, model, inputs, run, isTrusted }, missing };
}
