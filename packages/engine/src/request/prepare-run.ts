import type { Values } from '../fields/index.ts';
import type { Connection } from '../http/index.ts';
import { parameterNotes, loadParameterSpecs, parseParameters } from '../tasks/index.ts';
import type { Chat, Task, TypedParameters } from '../tasks/index.ts';
import { buildRequest, type RunOptions } from './build.ts';
import type { InferenceRequest } from './inference-request.ts';
import { findRoute, type Destination, type Route } from './route.ts';

export interface RunSetup extends Omit<RunOptions, 'parameters' | 'chat'> {
  readonly task: Task;
  readonly destination: Destination;
  /** The inputs, or a function that returns them for the model that runs. */
  readonly values: Values | ((model: string | undefined) => Promise<Values>);
  readonly parameters?: TypedParameters;
  /** A conversation, or a function that returns it for the model that runs. */
  readonly chat?: Chat | ((model: string | undefined) => Promise<Chat | undefined>) | undefined;
}

export interface PreparedRun {
  readonly route: Route;
  readonly request: InferenceRequest;
  /** One sentence per parameter that is unknown or sent under another name. */
  readonly parameterNotes: readonly string[];
}

/**
 * Finds the route of a run and builds its request. Nothing is sent to a model.
 * @throws what `findRoute`, `parseParameters` and `buildRequest` throw
 */
export async function prepareRun(
  connection: Connection,
  { task, destination, values, parameters = {}, chat, ...options }: RunSetup,
  signal?: AbortSignal,
): Promise<PreparedRun> {
  const route = await findRoute(connection, task, destination, signal);
  const model = 'model' in route ? route.model : undefined;
  const given = typeof values === 'function' ? await values(model) : values;
  const continued = typeof chat === 'function' ? await chat(model) : chat;
  const hasParameters = Object.keys(parameters).length > 0;
  const specs = hasParameters ? await loadParameterSpecs(task, route.conversation) : [];
  const parsed = parseParameters(specs, parameters);
  const request = await buildRequest(task, route, given, { ...options, parameters: parsed, chat: continued });
  return { route, request, parameterNotes: parameterNotes(specs, parameters) };
}
