import { lookUpModel, parameterSpecsOf, type ParameterSpec } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';

/** The parameters of the task as the chosen model runs it: those of conversations where it holds any. */
export async function loadSpecs(picker: Picker, signal: AbortSignal): Promise<readonly ParameterSpec[]> {
  const { task, model } = picker.session.getSnapshot();
  if (!task) return [];
  const asks = task.conversation !== undefined && model !== undefined;
  // A hub that does not answer now leaves the task's own parameters.
  const found = asks
    ? await lookUpModel(picker.connection(), model, signal).catch(() => undefined)
    : undefined;
  return parameterSpecsOf(task, found?.conversational === true);
}
