import type { Connection } from '../http/index.ts';
import { lookUpModel } from '../hub/index.ts';
import { findRoute } from '../request/index.ts';
import { destinationOf, hasTarget, type SessionState } from '../session/index.ts';
import { parameterSpecsOf, type ParameterSpec } from '../tasks/index.ts';

/** The parameters of the next run: those of a chat where the model, provider or endpoint takes chats. */
export async function parameterSpecsNow(
  connection: Connection,
  { task, model, choices }: Pick<SessionState, 'task' | 'model' | 'choices'>,
  signal: AbortSignal,
): Promise<readonly ParameterSpec[]> {
  if (!task) return [];
  if (!task.conversation || !hasTarget({ model, choices })) return parameterSpecsOf(task);
  const destination = destinationOf({ model, choices });
  const route = await findRoute(connection, task, destination, signal).catch(() => undefined);
  if (route || model === undefined) return parameterSpecsOf(task, route?.conversation === true);
  // No provider runs the model right now. A hub that does not answer leaves the task's own parameters.
  const found = await lookUpModel(connection, model, signal).catch(() => undefined);
  return parameterSpecsOf(task, found?.conversational === true);
}
