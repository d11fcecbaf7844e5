import { InputError } from '../errors/index.ts';
import { missingFields, type FieldValue, type JsonTemplate, type Values } from '../fields/index.ts';
import type { RequestBody } from '../http/index.ts';
import { formOf, taskNamed, type Parameters, type Payload, type Task } from '../tasks/index.ts';
import { deepFreeze, type InferenceRequest } from './inference-request.ts';
import type { Route } from './route.ts';

/** How a run is to be made, beside its inputs. */
export interface RunOptions extends HeaderOptions {
  readonly parameters?: Parameters;
  /** Chat only: stream the answer; true by default (specification, section 9). */
  readonly stream?: boolean;
}

/**
 * Makes the one frozen request of a run from task, route, values and options. Reads nothing and sends nothing.
 * @throws InputError when a required input is missing
 */
export async function buildRequest(
  task: Task,
  route: Route,
  values: Values,
  options: RunOptions = {},
): Promise<InferenceRequest> {
  requireInputs(task, values);
  const { parameters = [], billTo } = options;
  const stream = route.conversation && options.stream !== false;
  const payload = payloadOf({ task: task.id, conversation: route.conversation, values, parameters });
  const described = {
    method: 'POST',
    task: task.id,
    conversation: route.conversation,
    stream,
    values,
    parameters,
    ...('model' in route ? { model: route.model } : {}),
    ...(billTo === undefined ? {} : { billTo }),
  } as const;
  if (route.kind === 'provider') {
    // The library that knows the providers is large; only their requests wait for it.
    const { providerExchange } = await import('./third-party.ts');
    const { url, headers, body } = await providerExchange(route, task, {
      ...payload,
      ...(route.conversation ? { stream } : {}),
    });
    return deepFreeze({
      ...described,
      url,
      headers: { ...headers, ...optionHeaders(options) },
      body,
      server: route.provider.provider,
    });
  }
  const body = route.conversation
    ? chatBody(route, payload, stream)
    : ownBody(task, payload, parameters, values);
  return deepFreeze({
    ...described,
    url: route.url,
    headers: optionHeaders(options),
    body,
    server: serverOf(route),
  });
}

function serverOf(route: Exclude<Route, { kind: 'provider' }>): InferenceRequest['server'] {
  return route.kind === 'chat-router' ? 'auto' : route.kind;
}

function requireInputs(task: Task, values: Values): void {
  const [first] = missingFields(task.fields, values);
  const field = first === undefined ? undefined : task.fields[first];
  if (!field) return;
  const isFile = field.kind === 'image' || field.kind === 'audio' || field.kind === 'json';
  throw new InputError(isFile ? `${field.label}: No file chosen` : `${field.label} is empty`, {
    hint: `${task.label} needs ${Object.values(task.fields)
      .map(({ label }) => label)
      .join(', ')}.`,
  });
}

/** `model` stands first, so that a router can read it without the rest of a long body. */
function chatBody(
  route: Exclude<Route, { kind: 'provider' }>,
  payload: Payload,
  stream: boolean,
): RequestBody {
  const model = route.kind === 'chat-router' ? route.routedModel : 'model' in route ? route.model : undefined;
  return { kind: 'json', json: { ...(model === undefined ? {} : { model }), ...payload, stream } };
}

function ownBody(task: Task, payload: Payload, parameters: Parameters, values: Values): RequestBody {
  const file = task.bareFile === undefined ? undefined : values[task.bareFile];
  if (file !== undefined && parameters.length === 0) return { kind: 'file', file: file as never };
  return { kind: 'json', json: payload };
}

interface MutableJson {
  [key: string]: JsonTemplate | MutableJson;
}

/**
 * What a run asks for in the Hub's own words, `inputs` and `parameters`, or a chat's `messages`, whatever form its server
 * wants them in.
 */
export function payloadOf({
  task,
  conversation,
  values,
  parameters,
}: Pick<InferenceRequest, 'task' | 'conversation' | 'values' | 'parameters'>): Payload {
  const form = formOf(taskNamed(task), conversation);
  const payload = form.payload(values as never);
  // Servers reject both names of one parameter, so the default gives way.
  const replaced = Object.entries(form.parameters ?? {})
    .filter(([, { alternative }]) => parameters.some(({ name }) => name === alternative))
    .map(([name]) => name);
  const kept = Object.fromEntries(Object.entries(payload).filter(([name]) => !replaced.includes(name)));
  return withParameters(kept, parameters);
}

/** Adds parameters at their places; dots in a name lead into objects. */
export function withParameters(payload: Payload, parameters: Parameters): Payload {
  const result: MutableJson = { ...payload };
  for (const { name, place, value } of parameters) {
    const path = place === 'parameters' ? ['parameters', ...name.split('.')] : name.split('.');
    setIn(result, path, value);
  }
  return result as Payload;
}

function setIn(target: MutableJson, [name, ...rest]: readonly string[], value: FieldValue): void {
  if (name === undefined) return;
  if (rest.length === 0) {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const inner: MutableJson = { ...(Object.hasOwn(target, name) ? (target[name] as MutableJson) : {}) };
  setIn(inner, rest, value);
  Object.defineProperty(target, name, { value: inner, enumerable: true, configurable: true, writable: true });
}

/** What a run may ask of a server beside the task. */
export interface HeaderOptions {
  /** The organization that pays (`X-HF-Bill-To`). */
  readonly billTo?: string;
  /** Ask the server to wait for the model to load (`X-Wait-For-Model`). */
  readonly waitForModel?: boolean;
  /** False asks for a fresh answer (`X-Use-Cache`). */
  readonly useCache?: boolean;
  /** False asks not to load a model that is not loaded (`X-Load-Model`). */
  readonly loadModel?: boolean;
}

/** Names the organization that pays. */
export const BILL_TO = 'X-HF-Bill-To';
const USE_CACHE = 'X-Use-Cache';
const LOAD_MODEL = 'X-Load-Model';

/** Asks a server to wait for the model to load. */
export const waitForModelHeader: Readonly<Record<string, string>> = { 'X-Wait-For-Model': 'true' };

/** The headers that say what options ask of a server. */
export function optionHeaders({ billTo, waitForModel, useCache, loadModel }: HeaderOptions) {
  return {
    ...(waitForModel ? waitForModelHeader : {}),
    ...(useCache === false ? { [USE_CACHE]: 'false' } : {}),
    ...(loadModel === false ? { [LOAD_MODEL]: '0' } : {}),
    ...(billTo === undefined ? {} : { [BILL_TO]: billTo }),
  };
}

const names: ReadonlySet<string> = new Set([
  BILL_TO,
  USE_CACHE,
  LOAD_MODEL,
  ...Object.keys(waitForModelHeader),
]);

/** Whether a header of a request comes from the run's options; all others come from a provider's own form. */
export function isOptionHeader(name: string): boolean {
  return names.has(name);
}
