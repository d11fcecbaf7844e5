import type { Connection } from '../http/index.ts';
import { lookUpModel } from '../hub/index.ts';
import { findRoute, prepareRun, type InferenceRequest } from '../request/index.ts';
import { parameterSpecsOf, type ParameterSpec } from '../tasks/index.ts';
import { destinationOf, hasTarget, missingInputs, type SessionState } from './session-state.ts';
import { hasChangedSinceRun } from './has-changed.ts';

/**
 * The request of the current inputs: that of the last run until they change. Nothing is sent to a model.
 * @returns the last run's request while inputs are missing; undefined without a run
 * @throws Failure when no request can be built, for example because no provider runs the model
 */
export async function currentRequest(
  connection: Connection,
  state: SessionState,
  signal: AbortSignal,
): Promise<InferenceRequest | undefined> {
  const { task, values, parameters, choices, run } = state;
  if (!task || !hasTarget(state) || missingInputs(state).length > 0) return run.request;
  if (run.request && !hasChangedSinceRun(state)) return run.request;
  const { billTo, stream } = choices;
  const setup = { task, destination: destinationOf(state), values, parameters, billTo, stream };
  return (await prepareRun(connection, setup, signal)).request;
}

/** The parameters of the next run: those of chats if the model, provider or endpoint supports chat. */
export async function currentParameterSpecs(
  connection: Connection,
  { task, model, choices }: Pick<SessionState, 'task' | 'model' | 'choices'>,
  signal: AbortSignal,
): Promise<readonly ParameterSpec[]> {
  if (!task) return [];
  if (!task.conversation || !hasTarget({ model, choices })) return parameterSpecsOf(task);
  const destination = destinationOf({ model, choices });
  const route = await findRoute(connection, task, destination, signal).catch(() => undefined);
  if (route || model === undefined) return parameterSpecsOf(task, route?.conversation === true);
  // No provider runs the model. If the hub does not respond either, use the task's parameters.
  const found = await lookUpModel(connection, model, signal).catch(() => undefined);
  return parameterSpecsOf(task, found?.conversational === true);
}
