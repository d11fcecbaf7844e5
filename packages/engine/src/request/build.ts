import { InputError } from '../errors/index.ts';
import {
  fileIn,
  isFileField,
  isFileInput,
  missingFields,
  type FieldValue,
  type JsonTemplate,
  type Values,
} from '../fields/index.ts';
import type { RequestBody } from '../http/index.ts';
import {
  emptyChat,
  getForm,
  isEmptyChat,
  taskNamed,
  type Chat,
  type ChatImage,
  type ChatPrompt,
  type Parameters,
  type Payload,
  type Task,
} from '../tasks/index.ts';
import { chosenFlags, type RequestFlag, deepFreeze, type InferenceRequest } from './inference-request.ts';
import type { Route } from './route.ts';

export const BILL_TO = 'X-HF-Bill-To';

export interface RunOptions {
  readonly parameters?: Parameters;
  /** Chat only; true by default (specification, section 9). */
  readonly stream?: boolean;
  readonly billTo?: string;
  /** Sent to the Hub's own inference and to custom endpoints only. */
  readonly flags?: readonly RequestFlag[];
  /** The conversation that the inputs continue; only for models that hold one. */
  readonly chat?: Chat | undefined;
  /** Asks a streamed conversation for its number of tokens. */
  readonly reportsUsage?: boolean | undefined;
}

/**
 * Builds the frozen request of a run. Reads nothing and sends nothing.
 * @throws InputError when a required input is missing, or for a conversation with a model that does not hold one
 */
export async function buildRequest(
  task: Task,
  route: Route,
  values: Values,
  options: RunOptions = {},
): Promise<InferenceRequest> {
  const { parameters = [], billTo, flags, chat } = options;
  requireInputs(task, values);
  const { conversation } = route;
  if (!conversation && chat && !isEmptyChat(chat)) throw noConversation(route);
  const stream = conversation && options.stream !== false;
  const model = 'model' in route ? route.model : undefined;
  const described = { ...options, task: task.id, model, conversation, stream, values, parameters };
  const payload = buildPayload(described);
  const billing: Readonly<Record<string, string>> = billTo === undefined ? {} : { [BILL_TO]: billTo };
  if (route.kind === 'provider') {
    // Loaded on demand, since the library with the providers is large.
    const { providerExchange } = await import('./third-party.ts');
    const sent = conversation ? { ...payload, stream } : payload;
    const { url, body, ...exchange } = await providerExchange(route, task, sent);
    const headers = { ...exchange.headers, ...billing };
    const server = route.provider.provider;
    const { flags: _notSent, ...sentOptions } = described;
    return deepFreeze({ method: 'POST', ...sentOptions, url, headers, body, server });
  }
  const body = conversation
    ? chatBody(route, payload, stream)
    : plainBody(task, payload, parameters.length > 0, values);
  const server = route.kind === 'chat-router' ? 'auto' : route.kind;
  const headers = { ...billing, ...Object.fromEntries(chosenFlags(flags).map(({ header }) => header)) };
  return deepFreeze({ method: 'POST', ...described, url: route.url, headers, body, server });
}

function requireInputs(task: Task, values: Values): void {
  const [first] = missingFields(task.fields, values);
  const field = first === undefined ? undefined : task.fields[first];
  if (!field) return;
  const labels = Object.values(task.fields).map(({ label }) => label);
  throw new InputError(isFileField(field) ? `${field.label}: No file chosen` : `${field.label} is empty`, {
    hint: `${task.label} requires ${labels.join(', ')}.`,
  });
}

function noConversation(route: Route): InputError {
  const name = 'model' in route && route.model !== undefined ? route.model : 'This endpoint';
  return new InputError(`${name} does not support conversations`, {
    hint: 'Choose a chat model, or remove the system prompt, images and earlier messages.',
  });
}

/** `model` comes first, so that a router can read it before the rest of a long body. */
function chatBody(
  route: Exclude<Route, { kind: 'provider' }>,
  payload: Payload,
  stream: boolean,
): RequestBody {
  const model = route.kind === 'chat-router' ? route.routedModel : route.model;
  return { kind: 'json', json: { ...(model === undefined ? {} : { model }), ...payload, stream } };
}

function plainBody(task: Task, payload: Payload, hasParameters: boolean, values: Values): RequestBody {
  const file = task.bareFile === undefined ? undefined : values[task.bareFile];
  if (file !== undefined && !hasParameters) return { kind: 'file', file: file as never };
  return { kind: 'json', json: payload };
}

function chatPayload(
  { message, maxTokens, lengthLimit = 'max_tokens' }: NonNullable<Task['conversation']>,
  values: Values,
  chat: Chat = emptyChat,
): Payload {
  return { messages: buildMessages(String(values[message]), chat), [lengthLimit]: maxTokens };
}

/** The messages of a chat completion that ends with text. */
function buildMessages(text: string, { system, exchanges, images }: Chat): JsonTemplate[] {
  return [
    ...(system === '' ? [] : [{ role: 'system', content: system }]),
    ...exchanges.flatMap(({ prompt, answer }) => [
      { role: 'user', content: buildContent(prompt) },
      { role: 'assistant', content: answer },
    ]),
    { role: 'user', content: buildContent({ text, images }) },
  ];
}

function buildContent({ text, images }: ChatPrompt): JsonTemplate {
  if (images.length === 0) return text;
  return [{ type: 'text', text }, ...images.map(toMessagePart)];
}

function toMessagePart(image: ChatImage): JsonTemplate {
  const url = isFileInput(image) ? fileIn(image, 'data-url') : image.url;
  return { type: 'image_url', image_url: { url } };
}

/** The payload in the Hub's own form: `inputs` and `parameters`, or a chat's `messages`. */
export function buildPayload(
  request: Omit<InferenceRequest, 'method' | 'url' | 'headers' | 'body' | 'server'>,
): Payload {
  const { task, conversation, values, parameters, chat, stream, reportsUsage = false } = request;
  const own = taskNamed(task);
  const form = getForm(own, conversation);
  // Servers reject a parameter under two names, so the default is dropped.
  const replaced = Object.entries(form.parameters ?? {})
    .filter(([, { alternative }]) => parameters.some(({ name }) => name === alternative))
    .map(([name]) => name);
  const payload =
    conversation && own.conversation
      ? chatPayload(own.conversation, values, chat)
      : own.payload(values as never);
  const kept = Object.entries(payload).filter(([name]) => !replaced.includes(name));
  // Streams report tokens only if asked to.
  const usage: Payload =
    conversation && stream && reportsUsage ? { stream_options: { include_usage: true } } : {};
  return withParameters({ ...Object.fromEntries(kept), ...usage }, parameters);
}

interface MutableJson {
  [key: string]: JsonTemplate | MutableJson;
}

/** Adds parameters to a payload; dots in a name denote nested objects. */
export function withParameters(payload: Payload, parameters: Parameters): Payload {
  const result: MutableJson = { ...payload };
  for (const { name, place, value } of parameters) {
    const path = name.split('.');
    setIn(result, place === 'parameters' ? ['parameters', ...path] : path, value);
  }
  return result as Payload;
}

function setIn(target: MutableJson, [name, ...rest]: readonly string[], value: FieldValue): void {
  if (name === undefined) return;
  let inner: FieldValue | MutableJson = value;
  if (rest.length > 0) {
    inner = { ...(Object.hasOwn(target, name) ? (target[name] as MutableJson) : {}) };
    setIn(inner, rest, value);
  }
  // Assigning to `__proto__` would change the prototype.
  const property = { value: inner, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(target, name, property);
}
