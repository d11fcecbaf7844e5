import type { Connection } from '../http/index.ts';
import { prepareRun, type InferenceRequest } from '../request/index.ts';
import {
  destinationOf,
  hasChangedSinceRun,
  hasTarget,
  missingInputs,
  type SessionState,
} from '../session/index.ts';

/**
 * The request of the current inputs: that of the last run until they change. Nothing is sent to a model.
 * @returns the last run's request while inputs are missing; undefined without a run
 * @throws Failure when no request can be built, for example because no provider runs the model
 */
export async function requestNow(
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
