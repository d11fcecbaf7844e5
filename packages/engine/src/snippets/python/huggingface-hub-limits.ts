import { placeholdersIn, type FileInput, type JsonTemplate } from '../../fields/index.ts';
import type { RequestBody } from '../../http/index.ts';
import { usesHubFormat } from '../../request/index.ts';
import { providerLimit } from '../addresses.ts';
import type { SnippetContext } from '../client.ts';
import { filePath } from '../files.ts';
import { pythonString } from '../literals.ts';
import { hasLoneSurrogate, hasNullEntry } from './code.ts';
import { chatBody, guessedType, methodOf, namedTarget, nested } from './huggingface-hub-call.ts';

/** Why huggingface_hub cannot send the request of a run; undefined if it can. */
export function limitOf(context: SnippetContext): string | undefined {
  return (
    providerFormLimit(context) ??
    methodOf(context).differs ??
    parameterLimit(context) ??
    chatLimit(context) ??
    valueLimit(context)
  );
}

function providerFormLimit(context: SnippetContext): string | undefined {
  const { server, conversation, task, body, parameters } = context.request;
  if (usesHubFormat(server)) return undefined;
  if (!namedTarget(context)) return conversation ? undefined : providerLimit(context);
  const given = Object.entries(nested(parameters));
  const names = given.map(([name]) => name);
  const isSame =
    isSameAtProvider(server, conversation ? 'conversational' : task, names) && namesGuessedTypes(body);
  // In forms, Python writes objects with other spaces.
  const isPlain = body.kind !== 'form' || given.every(([, value]) => typeof value !== 'object');
  return isSame && isPlain ? undefined : `sends ${server} a different request`;
}

function parameterLimit(context: SnippetContext): string | undefined {
  const { parameters, conversation } = context.request;
  const { name: method, names, others, atTopLevel = false, together = [] } = methodOf(context);
  if (conversation) return undefined;
  const given = Object.keys(nested(parameters));
  const isTaken = (name: string) =>
    names.includes(name) || (others === 'keywords' ? !ownParameters.has(name) : others !== undefined);
  const unknown = given.find((name) => !isTaken(name));
  if (unknown !== undefined) return `cannot send ${pythonString(unknown)}: ${method} does not take it`;
  const elsewhere = parameters.find(({ place }) => (place === 'body') !== atTopLevel);
  if (elsewhere !== undefined) return `sends ${pythonString(elsewhere.name)} in another part of the body`;
  const dependent = together.find((name) => given.includes(name));
  const missing = together.find((name) => !given.includes(name));
  return dependent !== undefined && missing !== undefined
    ? `takes ${dependent} only with ${missing}`
    : undefined;
}

const ownParameters = new Set(['self', 'image', 'model']);

function chatLimit(context: SnippetContext): string | undefined {
  const { conversation, server } = context.request;
  const isOther = namedTarget(context) && server !== 'hf-inference';
  if (!conversation || isOther) return undefined;
  const { model, response_format: format } = chatBody(context);
  if (model === undefined) return 'always sends a model: pass one with -m';
  const { type } = (format ?? {}) as { readonly type?: unknown };
  return type === 'json_schema' ? 'sends response_format in another format' : undefined;
}

function valueLimit({ request: { body, values, parameters } }: SnippetContext): string | undefined {
  const all: JsonTemplate[] = [
    ...(body.kind === 'json' ? [body.json] : []),
    ...(Object.values(values).filter((value) => value !== undefined) as JsonTemplate[]),
    nested(parameters),
  ];
  if (all.some(hasNullEntry)) return 'leaves out null values';
  return all.some(hasLoneSurrogate) ? 'cannot send half of a surrogate pair' : undefined;
}

const ANY = '*';

const chat = { conversational: [] } as const;

/**
 * The tasks for which huggingface_hub 1.29 and 2.0 write the same provider request as the run (bodies were compared),
 * with the parameters that they write in another form.
 */
const sameAtProvider: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  baseten: chat,
  cerebras: chat,
  cohere: { conversational: ['response_format'] },
  deepinfra: { ...chat, 'automatic-speech-recognition': [], 'feature-extraction': [], 'text-to-speech': [] },
  'fal-ai': {
    'automatic-speech-recognition': [ANY],
    'image-segmentation': [],
    'image-to-image': ['target_size'],
    'text-to-speech': [],
  },
  'featherless-ai': chat,
  'fireworks-ai': { conversational: ['response_format'] },
  groq: chat,
  novita: chat,
  nscale: { ...chat, 'text-to-image': ['width', 'height', 'num_inference_steps', 'cfg_scale'] },
  ovhcloud: chat,
  publicai: chat,
  replicate: {
    'automatic-speech-recognition': [],
    'image-to-image': [],
    'text-to-image': [],
    'text-to-speech': [],
  },
  scaleway: { ...chat, 'feature-extraction': [ANY] },
  together: {
    ...chat,
    'feature-extraction': [],
    'image-to-image': [],
    'text-to-image': [],
    'text-to-speech': [],
  },
  wavespeed: { 'text-to-image': [] },
  'zai-org': { ...chat, 'text-to-image': ['width', 'height'] },
};

function isSameAtProvider(provider: string, task: string, parameters: readonly string[]): boolean {
  const tasks = Object.hasOwn(sameAtProvider, provider) ? sameAtProvider[provider] : undefined;
  const others = tasks?.[task];
  return others !== undefined && !parameters.some((name) => others.includes(name) || others.includes(ANY));
}

/** Whether the library, which guesses media types from paths, would write the same types into the body. */
function namesGuessedTypes(body: RequestBody): boolean {
  if (body.kind === 'json')
    return placeholdersIn(body.json).every(
      ({ encoding, file, contentType }) => encoding === 'base64' || isGuessed(file, contentType),
    );
  if (body.kind === 'file') return true;
  return body.parts.every(({ value }) => typeof value === 'string' || isGuessed(value, value.contentType));
}

function isGuessed(file: FileInput, type: string): boolean {
  return guessedType(filePath(file)) === type;
}
