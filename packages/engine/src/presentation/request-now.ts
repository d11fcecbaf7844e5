import type { Connection } from '../http/index.ts';
import { prepareRun, type InferenceRequest } from '../request/index.ts';
import { destinationOf, hasTarget, missingInputs, type SessionState } from '../session/index.ts';

/**
 * The request of what is filled in now, made as a run makes it; after a run, that very run's. Nothing is sent to a model.
 * @returns undefined where inputs are missing and nothing has run
 * @throws Failure where no run could be made from it, such as of a model that nobody serves
 */
export async function requestNow(
  connection: Connection,
  state: SessionState,
  signal: AbortSignal,
): Promise<InferenceRequest | undefined> {
  const { task, model, values, parameters, choices, run } = state;
  const { billTo, stream } = choices;
  const isRunsOwn = run.request?.values === values && run.request.model === model;
  if (!task || !hasTarget(state) || missingInputs(state).length > 0) return run.request;
  try {
    const setup = { task, destination: destinationOf(state), values, parameters, billTo, stream };
    return (await prepareRun(connection, setup, signal)).request;
  } catch (error) {
    if (isRunsOwn) return run.request;
    throw error;
  }
}
