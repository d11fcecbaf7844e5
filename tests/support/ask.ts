import {
  buildRequest,
  defaultDeadlines,
  findRoute,
  run,
  taskNamed,
  type Connection,
  type Deadlines,
  type Destination,
  type RunHandlers,
  type RunOptions,
  type RunResult,
  type Values,
} from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';
import type { Sandbox } from '@tryout/sandbox';

/** A token that must only ever appear in an Authorization header. */
export const canary = 'hf_CanaryThatMustNotBeSeen0123456789';

/** A connection to one server that is both hub and inference host. */
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

/** A connection to a sandbox as its guest. */
export function connectionTo({ hubUrl, inferenceUrl }: Pick<Sandbox, 'hubUrl' | 'inferenceUrl'>): Connection {
  return connectionAt(hubUrl, { inferenceUrl, token: 'hf_sandbox' });
}

/** The default deadlines with some replaced, in seconds. */
export function deadlines(changes: Partial<Deadlines>): { deadlines: Deadlines } {
  return { deadlines: { ...defaultDeadlines, ...changes } };
}

/** Builds a request and runs it. */
export async function ask(
  connection: Connection,
  taskName: string,
  destination: Destination,
  values: Values,
  { handlers, ...options }: RunOptions & { handlers?: RunHandlers } = {},
): Promise<RunResult> {
  const task = taskNamed(taskName);
  const route = await findRoute(connection, task, destination);
  return run(connection, await buildRequest(task, route, values, options), handlers);
}

/** Classifies a text at a custom endpoint. */
export function classify(connection: Connection, url: string, handlers?: RunHandlers): Promise<RunResult> {
  return ask(connection, 'text-classification', { endpointUrl: url }, { text: 'ham' }, { handlers });
}

/** Requests a chat completion from a custom endpoint, streamed by default. */
export function chat(
  connection: Connection,
  url: string,
  handlers?: RunHandlers,
  options: RunOptions = {},
): Promise<RunResult> {
  const endpointUrl = `${url}/v1/chat/completions`;
  return ask(connection, 'text-generation', { endpointUrl }, { text: 'ham' }, { handlers, ...options });
}

/** The error that a promise is rejected with; throws if it is not rejected. */
export async function rejection<E extends Error = Error>(promise: Promise<unknown>): Promise<E> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('Expected a rejection with an Error', { cause: error });
  return error as E;
}
