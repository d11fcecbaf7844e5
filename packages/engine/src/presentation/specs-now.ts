import type { Connection } from '../http/index.ts';
import { lookUpModel } from '../hub/index.ts';
import type { SessionState } from '../session/index.ts';
import { parameterSpecsOf, type ParameterSpec } from '../tasks/index.ts';

/** The parameters of the task as the chosen model runs it: those of conversations where it holds any. */
export async function parameterSpecsNow(
  connection: Connection,
  { task, model }: Pick<SessionState, 'task' | 'model'>,
  signal: AbortSignal,
): Promise<readonly ParameterSpec[]> {
  if (!task) return [];
  const asks = task.conversation !== undefined && model !== undefined;
  // A hub that does not answer now leaves the task's own parameters.
  const found = asks ? await lookUpModel(connection, model, signal).catch(() => undefined) : undefined;
  return parameterSpecsOf(task, found?.conversational === true);
}
