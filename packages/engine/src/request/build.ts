import { InputError } from '../errors/index.ts';
import {
  fileIn,
  getEnding,
  isFileField,
  isFileInput,
  isFilePlaceholder,
  missingFields,
  type FileInput,
  type FieldValue,
  type JsonTemplate,
  type Values,
} from '../fields/index.ts';
import { type RequestBody, bodyPieces } from '../http/index.ts';
import { chosenFlags } from '../spec/run-spec.ts';
import {
  emptyChat,
  getAttachmentKind,
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
import { hasAccessToken } from '../text/index.ts';
import {
  normalizeUrl,
  getServerName,
  usesHubFormat,
  type InferenceRequest,
  type PlannedRun,
  type Route,
  type WireRequest,
} from './inference-request.ts';

export const BILL_TO = 'X-HF-Bill-To';

/**
 * Builds the frozen request of a run. Reads nothing and sends nothing.
 * @throws InputError when a required input is missing, or for a conversation with a model that does not hold one
 */
export async function buildRequest(
  task: Task,
  route: Route,
  values: Values,
  { parameters = [], flags, ...options }: Partial<Omit<PlannedRun, 'task' | 'route' | 'values'>> = {},
): Promise<InferenceRequest> {
  requireInputs(task, values);
  if (!route.conversation && options.chat && !isEmptyChat(options.chat)) throw noConversation(route);
  const run: PlannedRun = {
    ...options,
    task: task.id,
    route,
    stream: route.conversation && options.stream !== false,
    values,
    parameters,
    flags: usesHubFormat(route) ? flags : undefined,
  };
  const { url, headers, body } = await write(task, run);
  const ours = [
    ...(run.billTo === undefined ? [] : [[BILL_TO, run.billTo]]),
    ...chosenFlags(run.flags).map(({ header }) => header),
  ] as [string, string][];
  const wire: WireRequest = {
    method: 'POST',
    url: normalizeUrl(new URL(url)),
    headers: { ...headers, ...Object.fromEntries(ours) },
    body,
  };
  return deepFreeze({ wire, run });
}

/** What a kind of route determines of a request. */
async function write(task: Task, run: PlannedRun): Promise<Omit<WireRequest, 'method'>> {
  const { route, stream } = run;
  const { url, conversation, model } = route;
  const payload = buildPayload(run);
  const further = getFurtherImages(task, run.values);
  const sent = conversation ? { ...payload, stream } : payload;
  switch (route.kind) {
    case 'endpoint':
    case 'hf-inference':
      if (further.length > 0) throw oneImage(getServerName(route));
      return { url, headers: {}, body: conversation ? chatBody(model, sent) : plainBody(task, sent, run) };
    case 'chat-router':
      return { url, headers: {}, body: chatBody(route.routedModel, sent) };
    case 'provider': {
      // Loaded on demand, since the library with the providers is large.
      const { writeProviderRequest } = await import('./provider.ts');
      const written = await writeProviderRequest(route, task, sent);
      return { ...written, body: addImages(written.body, further, route.provider.provider) };
    }
  }
}

export function getFurtherImages({ furtherImages }: Task, values: Values): readonly FileInput[] {
  return furtherImages?.(values as never).filter((image) => image !== undefined) ?? [];
}

/** Adds images to the list that a provider's body has for the first one. @throws InputError if it has none */
function addImages(body: RequestBody, images: readonly FileInput[], provider: string): RequestBody {
  if (images.length === 0) return body;
  let isAdded = false;
  const json = body.kind === 'json' ? { ...(body.json as Payload) } : {};
  for (const [name, value] of Object.entries(json)) {
    const [first, ...others] = Array.isArray(value) ? (value as readonly JsonTemplate[]) : [];
    if (!isFilePlaceholder(first) || others.length > 0) continue;
    json[name] = [first, ...images.map((image) => fileIn(image, first.encoding))];
    isAdded = true;
  }
  if (!isAdded) throw oneImage(provider);
  return { kind: 'json', json };
}

function oneImage(server: string): InputError {
  return new InputError(`${server} takes one image`, {
    hint: 'Remove the further images, or choose a provider that takes several, such as fal-ai.',
  });
}

function requireInputs(task: Task, values: Values): void {
  const [first] = missingFields(task.fields, values);
  const field = first === undefined ? undefined : task.fields[first];
  if (!field) return;
  const labels = Object.values(task.fields).flatMap(({ label, optional }) => (optional ? [] : [label]));
  throw new InputError(isFileField(field) ? `${field.label}: No file chosen` : `${field.label} is empty`, {
    hint: `${task.label} requires ${labels.join(', ')}.`,
  });
}

function noConversation({ model = 'This endpoint' }: Route): InputError {
  return new InputError(`${model} does not support conversations`, {
    hint: 'Choose a chat model, or remove the system prompt, images and earlier messages.',
  });
}

/** `model` comes first, so that a router can read it before the rest of a long body. */
function chatBody(model: string | undefined, payload: Payload): RequestBody {
  return { kind: 'json', json: { ...(model === undefined ? {} : { model }), ...payload } };
}

function plainBody({ bareFile }: Task, payload: Payload, { values }: PlannedRun): RequestBody {
  const file = bareFile === undefined ? undefined : values[bareFile];
  if (file !== undefined && Object.keys(payload).length === 1) return { kind: 'file', file: file as never };
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

function toMessagePart(attachment: ChatImage): JsonTemplate {
  const kind = getAttachmentKind(attachment);
  const url = isFileInput(attachment) ? fileIn(attachment, 'data-url') : attachment.url;
  if (kind === 'video') return { type: 'video_url', video_url: { url } };
  if (kind === 'image' || !isFileInput(attachment)) return { type: 'image_url', image_url: { url } };
  const format = getEnding(attachment.contentType);
  return { type: 'input_audio', input_audio: { data: fileIn(attachment), format } };
}

/** The payload in the Hub's own form: `inputs` and `parameters`, or a chat's `messages`. */
export function buildPayload(run: PlannedRun): Payload {
  const { values, parameters, chat, stream, reportsUsage = false } = run;
  const { conversation } = run.route;
  const task = taskNamed(run.task);
  const form = getForm(task, conversation);
  // Servers reject a parameter under two names, so the default is dropped.
  const replaced = Object.entries(form.parameters ?? {})
    .filter(([, { alternative }]) => parameters.some(({ name }) => name === alternative))
    .map(([name]) => name);
  const payload =
    conversation && task.conversation
      ? chatPayload(task.conversation, values, chat)
      : task.payload(values as never);
  const otherEntries = Object.entries(payload).filter(([name]) => !replaced.includes(name));
  // Streams report tokens only if asked to.
  const usage: Payload =
    conversation && stream && reportsUsage ? { stream_options: { include_usage: true } } : {};
  return withParameters({ ...Object.fromEntries(otherEntries), ...usage }, parameters);
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

/** Freezes plain objects and arrays recursively; files and other objects stay as they are. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && !Array.isArray(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}

/**
 * Checks a request that no person has reviewed, such as that of a row or an agent.
 * @param token of the user who is signed in
 * @throws InputError for an access token in its text
 */
export function refuseAccessTokens({ body }: WireRequest, token: string | undefined): void {
  if (bodyPieces(body).some((piece) => typeof piece === 'string' && hasAccessToken(piece, token)))
    throw new InputError('The input contains an access token, which is not sent to models', {
      hint: 'Remove it. If others may have seen it, invalidate it in your settings on the Hub.',
    });
}
