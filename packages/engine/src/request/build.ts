import { InputError } from '../errors/index.ts';
import { missingFields, type Values } from '../fields/index.ts';
import type { RequestBody } from '../http/index.ts';
import type { Parameters, Payload, Task } from '../tasks/index.ts';
import { deepFreeze, type InferenceRequest } from './inference-request.ts';
import { optionHeaders, type HeaderOptions } from './option-headers.ts';
import { payloadOf } from './payload.ts';
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
