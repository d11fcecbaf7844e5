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

/** Makes the one request of a run and notes unknown or renamed parameters; nothing is sent. */
export async function makeRequest(
  { command, output }: Call,
  { task, parameters: typed, stream, billTo }: CheckedRequest,
  route: Route,
  values: Values,
): Promise<InferenceRequest> {
  const { parameters, notes } = await parametersFor(task, route.conversation, typed);
  if (notes.length > 0) output.note([...notes, `See tryout ${command} ${task.id} --help.`].join(' '));
  return buildRequest(task, route, values, {
    parameters,
    stream,
    ...(billTo === undefined ? {} : { billTo }),
  });
}
