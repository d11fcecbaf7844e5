import { buildRequest, findRoute, type InferenceRequest, type Route, type Values } from '@tryout/engine';
import type { Call, Context } from '../../context/context.ts';
import type { CheckedRequest } from './check-request.ts';
import { parametersFor } from './typed-parameters.ts';

/** Asks the hub who answers. */
export function askForRoute(
  { output }: Call,
  { connection, signal }: Context,
  { task, destination }: CheckedRequest,
): Promise<Route> {
  output.progress.note('Looking for the model');
  return findRoute(connection, task, destination, signal);
}

/** Makes the one request of a run; nothing is sent. */
export async function makeRequest(
  { task, parameters, stream, billTo }: CheckedRequest,
  route: Route,
  values: Values,
): Promise<InferenceRequest> {
  return buildRequest(task, route, values, {
    parameters: await parametersFor(task, route.conversation, parameters),
    stream,
    ...(billTo === undefined ? {} : { billTo }),
  });
}
