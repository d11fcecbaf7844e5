import {
  CanceledError,
  defaultDeadlines,
  findDefaultInputs,
  findDefaultModel,
  performRun,
  prepareRun,
  taskNamed,
  type Connection,
  type Deadlines,
  type EndedRun,
  type InferenceRequest,
  type Place,
  type RunResult,
  type RunSpec,
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

/** A response without a network. */
export interface GivenResponse {
  readonly status?: number;
  /** By name in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly json: unknown;
}

/** A connection whose requests get these responses, without a network. */
export function connectionAnswering(respond: (url: string) => GivenResponse): Connection {
  const { transport, ...connection } = connectionAt('http://127.0.0.1:9');
  const exchange: typeof transport.exchange = ({ url }) => {
    const { status = 200, headers, json } = respond(url);
    const type = { 'content-type': 'application/json' };
    const { body } = new Response(JSON.stringify(json));
    return Promise.resolve({ status, headers: new Map(Object.entries({ ...type, ...headers })), body, url });
  };
  return { ...connection, transport: { ...transport, exchange } };
}

/** A connection to a sandbox as its guest. */
export function connectionTo({ hubUrl, inferenceUrl }: Pick<Sandbox, 'hubUrl' | 'inferenceUrl'>): Connection {
  return connectionAt(hubUrl, { inferenceUrl, token: 'hf_sandbox' });
}

/** The default deadlines with some replaced, in seconds. */
export function deadlines(changes: Partial<Deadlines>): { deadlines: Deadlines } {
  return { deadlines: { ...defaultDeadlines, ...changes } };
}

type PerformOptions = NonNullable<Parameters<typeof performRun>[2]>;

/** What follows a run and cancels it. */
export type RunHandlers = Pick<PerformOptions, 'onEvent' | 'signal'>;

export type RunOptions = Omit<RunSpec, 'task' | 'place' | 'values'>;

/** The default model of a task, and the inputs of its first example. */
export async function exampleOf(connection: Connection, task: string) {
  const model = await findDefaultModel(connection, task);
  const { values } = await findDefaultInputs(connection, taskNamed(task), model);
  return { model, values };
}

/** The request of a run. */
export async function requestFor(
  connection: Connection,
  taskName: string,
  place: Place,
  values: Values,
  options: RunOptions = {},
): Promise<InferenceRequest> {
  const spec = { task: taskNamed(taskName), place, values, ...options };
  return (await prepareRun(connection, spec)).request;
}

function resultOf(ended: EndedRun): RunResult {
  if (ended.status === 'done') return ended.result;
  throw ended.status === 'failed' ? ended.error : new CanceledError();
}

/** Sends a request and reads the response. */
export async function runRequest(
  connection: Connection,
  request: InferenceRequest,
  handlers: RunHandlers = {},
): Promise<RunResult> {
  const spec = { task: taskNamed(request.run.task), place: {}, values: {} };
  const prepared = { request, parameterNotes: [] };
  return resultOf(await performRun(connection, spec, { isPriced: false, ...handlers, prepared }));
}

/** Builds a request and runs it. */
export async function ask(
  connection: Connection,
  taskName: string,
  place: Place,
  values: Values,
  { handlers, ...options }: RunOptions & { handlers?: RunHandlers } = {},
): Promise<RunResult> {
  const spec = { task: taskNamed(taskName), place, values, ...options };
  return resultOf(await performRun(connection, spec, { isPriced: false, ...handlers }));
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
