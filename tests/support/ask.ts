import {
  buildRequest,
  defaultDeadlines,
  findRoute,
  run,
  taskNamed,
  type Connection,
  type Deadlines,
  type Destination,
  type InferenceRequest,
  type RunHandlers,
  type RunOptions,
  type RunResult,
  type Values,
} from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';

/** A token that must be found nowhere but in an Authorization header. */
export const canary = 'hf_CanaryThatMustNotBeSeen0123456789';

/** A connection to a server that is hub and inference base at once. */
export function connectionAt(url: string, more: Partial<Connection> = {}): Connection {
  return {
    transport: nodeTransport({ environment: {}, userAgent: 'tryout-tests' }),
    hubUrl: url,
    inferenceUrl: url,
    token: canary,
    deadlines: defaultDeadlines,
    ...more,
  };
}

/** Deadlines that are far away but for the given ones, in seconds. */
export function deadlines(given: Partial<Deadlines>): { deadlines: Deadlines } {
  return { deadlines: { ...defaultDeadlines, ...given } };
}

/** One run from its task and destination on. */
export async function ask(
  connection: Connection,
  taskName: string,
  destination: Destination,
  values: Values,
  { handlers, ...options }: RunOptions & { handlers?: RunHandlers } = {},
): Promise<RunResult> {
  return run(connection, await requestFor(connection, taskName, destination, values, options), handlers);
}

/** The request of such a run. */
export async function requestFor(
  connection: Connection,
  taskName: string,
  destination: Destination,
  values: Values,
  options: RunOptions = {},
): Promise<InferenceRequest> {
  const task = taskNamed(taskName);
  return buildRequest(task, await findRoute(connection, task, destination), values, options);
}

/** Asks a custom endpoint to classify a text. */
export function classify(connection: Connection, url: string, handlers?: RunHandlers): Promise<RunResult> {
  return ask(connection, 'text-classification', { endpointUrl: url }, { text: 'ham' }, { handlers });
}

/** Asks a custom endpoint for a chat completion, streamed unless told otherwise. */
export function chat(
  connection: Connection,
  url: string,
  handlers?: RunHandlers,
  options: RunOptions = {},
): Promise<RunResult> {
  const endpointUrl = `${url}/v1/chat/completions`;
  return ask(connection, 'text-generation', { endpointUrl }, { text: 'ham' }, { handlers, ...options });
}

/** What a promise is rejected with; fails when it is not. */
export async function rejection<E extends Error = Error>(promise: Promise<unknown>): Promise<E> {
  const error = await promise.then(
    () => new Error('nothing was thrown'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error) || error.message === 'nothing was thrown')
    throw new Error('expected it to fail', { cause: error });
  return error as E;
}
