import { isFilePlaceholder, placeholdersIn, type FileInput, type JsonTemplate } from '../../fields/index.ts';
import type { RequestBody } from '../../http/index.ts';
import { BILL_TO, CHAT_PATH, usesHubFormat, getServerName } from '../../request/index.ts';
import { getResponseMedia } from '../../results/index.ts';
import { own } from '../../text/index.ts';
import { filePath, type SnippetClient, type SnippetContext, PROVIDER_LIMIT } from '../client.ts';
import { pythonString } from '../literals.ts';
import {
  chatArguments,
  chatLines,
  downloadLines,
  importLines,
  numbered,
  pythonCall,
  pythonToken,
  type PythonArgument,
  words,
} from './code.ts';
import {
  chatBody,
  guessedType,
  methodArguments,
  getMethod,
  namedTarget,
  nested,
} from './huggingface-hub-call.ts';

/** InferenceClient of huggingface_hub. Its requests are those of the run, except for an empty `parameters` that it adds. */
export const huggingfaceHub: SnippetClient = {
  id: 'huggingface_hub',
  language: 'python',
  install: 'pip install huggingface_hub numpy pillow',
  cannot: getLimit,
  write(context) {
    const code = [
      ...downloadLines(context.body),
      pythonCall('client = InferenceClient', clientArguments(context)),
      ...(context.run.route.conversation ? chat(context) : call(context)),
    ].join('\n');
    return `${importLines(code, ['from huggingface_hub import InferenceClient'])}\n${code}\n`;
  },
};

function chat(context: SnippetContext): string[] {
  return chatLines(chatArguments(chatBody(context), new Set(getMethod(context).names)), context.answer);
}

function call(context: SnippetContext): string[] {
  const { answer, task } = context;
  const assignCall = (variable: string) =>
    pythonCall(`${variable} = client.${getMethod(context).name}`, methodArguments(context));
  switch (answer.kind) {
    case 'media': {
      const file = pythonString(answer.file);
      const media = getResponseMedia(task.result.kind) ?? 'image';
      return media === 'image'
        ? [assignCall(media), `image.save(${file})`]
        : [assignCall(media), `Path(${file}).write_bytes(${media})`];
    }
    case 'parts': {
      const file = numbered(answer.file);
      return [
        assignCall('parts'),
        'for number, part in enumerate(parts, start=1):',
        answer.entry === 'mask' ? `    part.mask.save(${file})` : `    Path(${file}).write_bytes(part.blob)`,
        `    print(number, part.label${answer.entry === 'mask' ? ', part.score' : ''})`,
      ];
    }
    default:
      return [assignCall('result'), 'print(result)'];
  }
}

function clientArguments(context: SnippetContext): PythonArgument[] {
  const { run, token } = context;
  const key = pythonToken(token)?.token;
  const headers = headerRows(context);
  const comment = key === undefined ? 'None prevents sending your stored token.' : undefined;
  return [
    ...targetArguments(context),
    ...(key === undefined ? [] : [{ name: 'api_key', code: key }]),
    ...(run.billTo === undefined ? [] : [{ name: 'bill_to', value: run.billTo }]),
    ...(headers.length === 0 ? [] : [{ name: 'headers', code: `{${headers.join(', ')}}`, comment }]),
  ];
}

function targetArguments(context: SnippetContext): PythonArgument[] {
  const { url, run } = context;
  const { conversation } = run.route;
  const target = namedTarget(context);
  if (target) {
    const model = conversation ? [] : [{ name: 'model', value: target.model }];
    return [{ name: 'provider', value: target.provider }, ...model];
  }
  if (!conversation) return [{ name: 'model', value: url }];
  // The library adds `/chat/completions` to a URL that ends in /v1.
  const isUsual = url.endsWith(`/v1${CHAT_PATH}`);
  return [{ name: 'base_url', value: isUsual ? url.slice(0, -CHAT_PATH.length) : url }];
}

function headerRows(context: SnippetContext): string[] {
  const { body, run, token } = context;
  // The library writes the headers of a provider that it finds by name.
  const isOther = namedTarget(context) !== undefined && !usesHubFormat(run.route);
  const headerEntries = isOther ? [] : Object.entries(context.headers).filter(([name]) => name !== BILL_TO);
  const type = body.kind === 'file' ? body.file.contentType : undefined;
  const isGuessed = body.kind === 'file' && guessedType(filePath(body.file)) === type;
  return [
    // None removes the token that the library would find; it looks for the name in lower case.
    ...(token.kind === 'none' ? ['"authorization": None'] : []),
    ...(type === undefined || isGuessed ? [] : [`"Content-Type": ${pythonString(type)}`]),
    ...headerEntries.map(([name, value]) => `${pythonString(name)}: ${pythonString(value)}`),
  ];
}

/** Why huggingface_hub cannot send the request of a run; undefined if it can. */
function getLimit(context: SnippetContext): string | undefined {
  const { differs, differsAtHub } = getMethod(context);
  return (
    differs ??
    providerFormLimit(context) ??
    (usesHubFormat(context.run.route) ? differsAtHub : undefined) ??
    parameterLimit(context) ??
    chatLimit(context) ??
    valueLimit(context)
  );
}

function providerFormLimit(context: SnippetContext): string | undefined {
  const { body, run } = context;
  const { route, task, parameters } = run;
  const { conversation } = route;
  if (usesHubFormat(route)) return undefined;
  const server = getServerName(route);
  if (!namedTarget(context)) return conversation ? undefined : PROVIDER_LIMIT;
  const entries = Object.entries(nested(parameters));
  const form = conversation ? 'conversational' : task;
  const isSame =
    sameAtProvider[form]?.includes(server) === true &&
    !entries.some(
      ([name]) => withoutParameters.includes(form) || own(otherAtProvider, server)?.includes(name),
    ) &&
    namesGuessedTypes(body);
  // In forms, Python writes objects with other spaces.
  const isPlain = body.kind !== 'form' || entries.every(([, value]) => typeof value !== 'object');
  return isSame && isPlain ? undefined : `sends ${server} a different request`;
}

function parameterLimit(context: SnippetContext): string | undefined {
  const { parameters, route } = context.run;
  const { name: method, names, others, together = [] } = getMethod(context);
  if (route.conversation) return undefined;
  const parameterNames = Object.keys(nested(parameters));
  const isTaken = (name: string) =>
    names.includes(name) || (others === 'keywords' ? !ownParameters.has(name) : others !== undefined);
  const unknown = parameterNames.find((name) => !isTaken(name));
  if (unknown !== undefined) return `cannot send ${pythonString(unknown)}: ${method} does not take it`;
  const dependent = together.find((name) => parameterNames.includes(name));
  const missing = together.find((name) => !parameterNames.includes(name));
  return dependent !== undefined && missing !== undefined
    ? `takes ${dependent} only with ${missing}`
    : undefined;
}

const ownParameters = new Set(['self', 'image', 'model']);

function chatLimit(context: SnippetContext): string | undefined {
  const { route } = context.run;
  const isOther = namedTarget(context) && route.kind !== 'hf-inference';
  if (!route.conversation || isOther) return undefined;
  const { model, response_format: format } = chatBody(context);
  if (model === undefined) return 'always sends a model: pass one with -m';
  const { type } = (format ?? {}) as { readonly type?: unknown };
  return type === 'json_schema' ? 'sends response_format in another format' : undefined;
}

function valueLimit({ body, run: { parameters } }: SnippetContext): string | undefined {
  const sent = body.kind === 'json' ? body.json : nested(parameters);
  return hasNullEntry(sent) ? 'leaves out null values' : undefined;
}

/** Whether any object in some JSON has a null entry; nulls in lists do not count. */
function hasNullEntry(json: JsonTemplate): boolean {
  if (typeof json !== 'object' || json === null || isFilePlaceholder(json)) return false;
  const entries = Object.values(json) as JsonTemplate[];
  return (!Array.isArray(json) && entries.includes(null)) || entries.some(hasNullEntry);
}

/**
 * By task, the providers for which huggingface_hub 1.29 and 2.0 write the same request as the run (bodies were
 * compared).
 */
const sameAtProvider: Readonly<Record<string, readonly string[]>> = {
  conversational: words(`
    baseten cerebras cohere deepinfra featherless-ai fireworks-ai groq novita nscale ovhcloud
    publicai scaleway together zai-org
  `),
  'automatic-speech-recognition': ['deepinfra', 'fal-ai', 'replicate'],
  'feature-extraction': ['deepinfra', 'scaleway', 'together'],
  'image-segmentation': ['fal-ai'],
  'image-to-image': ['fal-ai', 'replicate', 'together'],
  'image-to-video': ['fal-ai'],
  'text-to-image': ['nscale', 'replicate', 'together', 'wavespeed', 'zai-org'],
  'text-to-speech': ['deepinfra', 'fal-ai', 'replicate', 'together'],
  'text-to-video': ['fal-ai', 'replicate', 'wavespeed'],
};

/** Tasks with parameters that it writes in another form for some providers. */
const withoutParameters = ['automatic-speech-recognition', 'feature-extraction'];

/** Parameters that it writes in another form, by provider. */
const otherAtProvider: Readonly<Record<string, readonly string[]>> = {
  cohere: ['response_format'],
  'fal-ai': ['target_size'],
  'fireworks-ai': ['response_format'],
  nscale: ['width', 'height', 'num_inference_steps', 'cfg_scale'],
  'zai-org': ['width', 'height'],
};

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
