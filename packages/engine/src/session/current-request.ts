import type { Connection } from '../http/index.ts';
import type { InferenceRequest } from '../request/index.ts';
import { loadParameterSpecs, type ParameterSpec } from '../tasks/index.ts';
import { getSent } from './chat-turns.ts';
import { hasChangedSinceRun } from './input-queries.ts';
import { loaded } from './loaded.ts';
import { getChosenPlace, hasTarget, missingInputs, createRunSpec } from './session-queries.ts';
import type { SessionState } from './session-state.ts';

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
  const { task, run } = state;
  if (!task || !hasTarget(state) || missingInputs(state).length > 0) return run.request;
  if (run.request && !hasChangedSinceRun(state)) return run.request;
  const { prepareRun } = await loaded(() => import('../request/perform-run.ts'));
  return (await prepareRun(connection, createRunSpec(task, getSent(state)), { signal })).request;
}

/** The parameters of the next run: those of chats if the model, provider or endpoint supports chat. */
export async function currentParameterSpecs(
  connection: Connection,
  { task, model, choices }: Pick<SessionState, 'task' | 'model' | 'choices'>,
  signal: AbortSignal,
): Promise<readonly ParameterSpec[]> {
  if (!task) return [];
  if (!task.conversation || !hasTarget({ model, choices })) return loadParameterSpecs(task);
  const { getChatSupport } = await loaded(() => import('../request/chat-support.ts'));
  const support = await getChatSupport(connection, task, getChosenPlace({ model, choices }), signal);
  return loadParameterSpecs(task, support !== 'none');
}
