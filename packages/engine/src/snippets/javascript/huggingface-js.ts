import { fileIn, isFilePlaceholder } from '../../fields/index.ts';
import {
  BILL_TO,
  buildPayload,
  getFurtherImages,
  getServerName,
  usesHubFormat,
} from '../../request/index.ts';
import { getResponseMedia } from '../../results/index.ts';
import type { Payload, TaskId } from '../../tasks/index.ts';
import {
  chatBaseLimit,
  isFoundByName,
  PROVIDER_LIMIT,
  jsonBody,
  type SnippetClient,
  type SnippetContext,
} from '../client.ts';
import { jsonString } from '../literals.ts';
import {
  argumentObject,
  chatLines,
  construction,
  downloadLines,
  importLines,
  javascriptToken,
  printing,
  savingParts,
} from './code.ts';

export const huggingfaceJs: SnippetClient = {
  id: 'huggingface.js',
  language: 'js',
  install: 'npm install @huggingface/inference',
  cannot: getLimit,
  write(context) {
    const code = [
      `const client = ${construction('InferenceClient', ...constructorArguments(context))};`,
      '',
      ...downloadLines(context.body),
      ...callLines(context),
    ].join('\n');
    return `${importLines(code, ['import { InferenceClient } from "@huggingface/inference";'])}${code}\n`;
  },
};

function constructorArguments(context: SnippetContext): [first: string[], options: string[]] {
  const { headers, run } = context;
  const { billTo } = run;
  // The library writes those of a provider that it finds by name.
  const headerNames = findsProvider(context) ? [] : Object.keys(headers).filter((name) => name !== BILL_TO);
  const entries = headerNames.map((name) => `, ${jsonString(name)}: ${jsonString(headers[name]!)}`).join('');
  const { endpointUrl } = inferenceTarget(context);
  const options = [
    ...(endpointUrl === undefined ? [] : [`endpointUrl: ${jsonString(endpointUrl)}`]),
    ...(billTo === undefined ? [] : [`billTo: ${jsonString(billTo)}`]),
    ...(entries === ''
      ? []
      : [`fetch: (url, init) =>\n    fetch(url, { ...init, headers: { ...init?.headers${entries} } })`]),
    // Otherwise it retries endlessly, and without pauses, while a model loads.
    'retry_on_error: false',
  ];
  return [[javascriptToken(context.token)?.token ?? '""'], options];
}

function callLines(context: SnippetContext): string[] {
  const { run, task, answer } = context;
  const { where, body } = inferenceTarget(context);
  const call = (method: string) => `client.${method}(${argumentObject({ ...where, ...body })})`;
  if (run.route.conversation) {
    return chatLines(call(run.stream ? 'chatCompletionStream' : 'chatCompletion'), answer);
  }
  const output = keepingNodeAlive(`const output = await ${call(camelCase(task.id))};`, context);
  if (answer.kind === 'parts') return [...output, ...savingParts('output', answer)];
  // The library returns all media as Blobs.
  if (answer.kind === 'media') {
    return [...output, `await writeFile(${jsonString(answer.file)}, output.stream());`];
  }
  return [...output, printing('output')];
}

/** The library calls `unref` on its timers, so Node would exit while it waits for a provider's queue. */
function keepingNodeAlive(line: string, context: SnippetContext): string[] {
  const { result, bareFile } = context.task;
  if (!findsProvider(context) || (!getResponseMedia(result.kind) && bareFile === undefined)) return [line];
  return [
    '// Keeps Node running while the provider works.',
    'const running = setInterval(() => {}, 1000);',
    line,
    'clearInterval(running);',
  ];
}

function camelCase(id: string): string {
  return id.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
}

interface InferenceTarget {
  /** Unless the library finds the URL by provider and model. */
  readonly endpointUrl?: string;
  readonly where: Payload;
  readonly body: Payload;
}

function inferenceTarget(context: SnippetContext): InferenceTarget {
  const { url, run } = context;
  const { route, stream } = run;
  const { model = '', conversation } = route;
  const sent = findsProvider(context)
    ? { ...buildPayload(run), ...(conversation ? { stream } : {}) }
    : getBody(context);
  const { stream: _addedByMethod, ...unstreamed } = sent;
  const body = conversation && stream ? unstreamed : sent;
  return isFoundByName(context)
    ? { where: { provider: getServerName(route), model }, body }
    : { endpointUrl: url, where: {}, body };
}

function findsProvider(context: SnippetContext): boolean {
  return !usesHubFormat(context.run.route) && isFoundByName(context);
}

function getBody(context: SnippetContext): Payload {
  const { body } = context;
  return body.kind === 'file' ? { inputs: fileIn(body.file) } : jsonBody(context);
}

// Behavior of @huggingface/inference 4.13, from its tasks/ and providers/hf-inference.js.

/** Arguments that never reach the body. */
const ownArguments = ['accessToken', 'data', 'endpointUrl', 'provider', 'urlTransform', '__proto__'];

/** File tasks that it sends as JSON; for others it sends only the file. */
const filesInJson: Readonly<Partial<Record<TaskId, 'always' | 'with parameters'>>> = {
  'image-segmentation': 'always',
  'image-to-image': 'with parameters',
};

/** It sends these to other providers only. */
const notInHubFormat: readonly TaskId[] = [
  'text-to-video',
  'image-to-video',
  'image-text-to-image',
  'image-text-to-video',
];

/** It rejects the Hub's [{generated_text}]: it expects no list. */
const refusedAnswers: readonly TaskId[] = ['image-to-text'];

/** It expects the Hub's [[{label, score}]]; a transformers pipeline returns [{label, score}]. */
const refusedAtEndpoints: readonly TaskId[] = ['text-classification'];

function getLimit(context: SnippetContext): string | undefined {
  const { route } = context.run;
  const { body } = inferenceTarget(context);
  const reservedName = Object.keys(body).find((name) => ownArguments.includes(name));
  if (reservedName !== undefined) return `cannot send the parameter ${reservedName}, which it reserves`;
  if (getFurtherImages(context.task, context.run.values).length > 0) return 'cannot send several images';
  if (findsProvider(context)) return undefined;
  if (route.conversation) {
    const limit = chatBaseLimit(context.url, false);
    return limit ?? ('model' in body ? undefined : 'always sends a model: pass one with -m');
  }
  if (!usesHubFormat(route)) return PROVIDER_LIMIT;
  return ownFormLimit(context, body);
}

function ownFormLimit({ body: sent, run, task }: SnippetContext, body: Payload): string | undefined {
  if (task.conversation) return "only supports text completion in OpenAI's format";
  if (notInHubFormat.includes(task.id)) return 'supports this task only at other providers';
  if (refusedAnswers.includes(task.id)) return 'rejects the list that servers return';
  if (run.route.kind === 'endpoint' && refusedAtEndpoints.includes(task.id)) {
    return 'rejects the flat list of labels that an endpoint may return';
  }
  if (!isFilePlaceholder(body['inputs'])) return undefined;
  const sendsJson = filesInJson[task.id];
  if (sent.kind === 'file') {
    return sendsJson === 'always' ? 'only sends the file of this task in JSON' : undefined;
  }
  const isJson = sendsJson === 'always' || (sendsJson === 'with parameters' && 'parameters' in body);
  return isJson ? undefined : 'cannot send parameters with a file';
}
