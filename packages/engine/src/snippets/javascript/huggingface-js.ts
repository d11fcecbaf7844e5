import { fileIn, isFilePlace, type JsonTemplate } from '../../fields/index.ts';
import { BILL_TO, isOwn, payloadOf } from '../../request/index.ts';
import type { TaskId } from '../../tasks/index.ts';
import { chatBaseLimit, isFoundByName, providerLimit } from '../addresses.ts';
import type { SnippetClient, SnippetContext } from '../client.ts';
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

/** JavaScript with the InferenceClient of @huggingface/inference; a module. */
export const huggingfaceJs: SnippetClient = {
  id: 'huggingface.js',
  language: 'js',
  install: 'npm install @huggingface/inference',
  cannot: limitOf,
  write(context) {
    const code = [
      `const client = ${construction('InferenceClient', ...constructorArguments(context))};`,
      '',
      ...downloadLines(context.request.body),
      ...callLines(context),
    ].join('\n');
    return `${importLines(code, ['import { InferenceClient } from "@huggingface/inference";'])}${code}\n`;
  },
};

function constructorArguments(context: SnippetContext): [first: string[], options: string[]] {
  const { billTo } = context.request;
  const { endpointUrl } = inferenceTarget(context);
  const options = [
    ...(endpointUrl === undefined ? [] : [`endpointUrl: ${jsonString(endpointUrl)}`]),
    ...(billTo === undefined ? [] : [`billTo: ${jsonString(billTo)}`]),
    ...fetchOption(context),
    // It would ask a server that is loading its model again at once, and without end.
    'retry_on_error: false',
  ];
  return [[javascriptToken(context.token)?.token ?? '""'], options];
}

/** The library has no other way to headers that it does not know; those of a provider's form it writes by itself. */
function fetchOption(context: SnippetContext): string[] {
  const rows = Object.entries(context.request.headers)
    .filter(([name]) => name !== BILL_TO && !findsProvider(context))
    .map(([name, value]) => `${jsonString(name)}: ${jsonString(value)}`);
  if (rows.length === 0) return [];
  const headers = `{ ...init.headers, ${rows.join(', ')} }`;
  return [`fetch: (url, init) => fetch(url, { ...init, headers: ${headers} })`];
}

function callLines(context: SnippetContext): string[] {
  const { request, task, answer } = context;
  const { where, asked } = inferenceTarget(context);
  const call = (method: string) => `client.${method}(${argumentObject({ ...where, ...asked })})`;
  if (request.conversation) {
    return chatLines(call(request.stream ? 'chatCompletionStream' : 'chatCompletion'), answer);
  }
  const output = keepingNodeAlive(`const output = await ${call(camelCase(task.id))};`, context);
  if (answer.kind === 'parts') return [...output, ...savingParts('output', answer)];
  // It gives a provider's files as Blobs too, whatever form they come in.
  if (answer.kind === 'media') {
    return [...output, `await writeFile(${jsonString(answer.file)}, output.stream());`];
  }
  return [...output, printing('output')];
}

/**
 * While it waits for a provider's queue of media, the library leaves Node with nothing that keeps it running (it calls
 * `unref` on its timers): a module that does no more would end in the middle, without a word.
 */
function keepingNodeAlive(line: string, context: SnippetContext): string[] {
  const { result, bareFile } = context.task;
  if (!findsProvider(context) || (result.answer !== 'media' && bareFile === undefined)) return [line];
  return [
    '// Keeps Node running while the provider works.',
    'const running = setInterval(() => {}, 1000);',
    line,
    'clearInterval(running);',
  ];
}

/** `imageToText` for `image-to-text`: its methods are named for the tasks. */
function camelCase(id: string): string {
  return id.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
}

type Arguments = Readonly<Record<string, JsonTemplate>>;

/** How `InferenceClient` is told what to ask and where. */
interface InferenceTarget {
  /** The address, where the library cannot find it by itself. */
  readonly endpointUrl?: string;
  /** Provider and model of the call, where the library finds the address. */
  readonly where: Arguments;
  /** What the call sends. */
  readonly asked: Arguments;
}

/** What of a request is told: a provider's name where the library finds the very same address, else the address. */
function inferenceTarget(context: SnippetContext): InferenceTarget {
  const { request, url } = context;
  const { model = '', server, conversation, stream } = request;
  const sent = findsProvider(context)
    ? { ...payloadOf(request), ...(conversation ? { stream } : {}) }
    : bodyOf(context);
  // The method for streams asks for a stream by itself.
  const asked = conversation && stream ? without('stream', sent) : sent;
  return isFoundByName(context)
    ? { where: { provider: server, model }, asked }
    : { endpointUrl: url, where: {}, asked };
}

/** Whether the request goes to a provider as the library itself would send it. */
function findsProvider(context: SnippetContext): boolean {
  return !isOwn(context.request.server) && isFoundByName(context);
}

/** The Hub's own form: a file that is sent bare is the `inputs` of the library's methods too. */
function bodyOf({ request: { body } }: SnippetContext): Arguments {
  if (body.kind === 'file') return { inputs: fileIn(body.file) };
  return body.kind === 'json' ? (body.json as Arguments) : {};
}

function without(left: string, entries: Arguments): Arguments {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => name !== left));
}

// What @huggingface/inference 4.13 makes of its arguments, read in its tasks/ and providers/hf-inference.js.

/** Names that its methods take for themselves, or lose, so that they never reach a body. */
const ownArguments = ['accessToken', 'data', 'endpointUrl', 'provider', 'urlTransform', '__proto__'];

/** Tasks whose file it puts into JSON, and when; every other file task drops what stands beside its file. */
const filesInJson: Readonly<Partial<Record<TaskId, 'always' | 'with parameters'>>> = {
  'image-segmentation': 'always',
  'image-to-image': 'with parameters',
};

/**
 * Tasks whose answer it throws away as it comes from the Hub's servers: [{generated_text}], where it takes that object
 * alone; [{sequence, labels, scores}], where it takes {labels, scores} or [{label, score}].
 */
const refusedAnswers: readonly TaskId[] = ['image-to-text', 'zero-shot-classification'];

/** Tasks of which it takes the Hub's own [[{label, score}]] alone; a transformers pipeline gives [{label, score}]. */
const refusedAtEndpoints: readonly TaskId[] = ['text-classification'];

/** Why `InferenceClient` cannot make a request, as a sentence that goes on after its name; undefined when it can. */
export function limitOf(context: SnippetContext): string | undefined {
  const { request, url } = context;
  const { asked } = inferenceTarget(context);
  const swallowed = Object.keys(asked).find((name) => ownArguments.includes(name));
  if (swallowed !== undefined) return `cannot send the parameter ${swallowed}, a word of its own`;
  if (findsProvider(context)) return undefined;
  if (request.conversation) {
    const limit = chatBaseLimit(url, false);
    return limit ?? ('model' in asked ? undefined : 'always names a model: give one with -m');
  }
  if (!isOwn(request.server)) return providerLimit(context);
  return ownFormLimit(context, asked);
}

function ownFormLimit(
  { request, task }: SnippetContext,
  asked: Readonly<Record<string, JsonTemplate>>,
): string | undefined {
  if (task.conversation) return "completes text in OpenAI's form alone";
  if (refusedAnswers.includes(task.id)) return 'refuses the list that servers answer with';
  if (request.server === 'endpoint' && refusedAtEndpoints.includes(task.id)) {
    return 'refuses a flat list of labels, with which an endpoint may answer';
  }
  if (!isFilePlace(asked['inputs'])) return undefined;
  const habit = filesInJson[task.id];
  if (request.body.kind === 'file') {
    return habit === 'always' ? 'never sends the file of this task bare, only in JSON' : undefined;
  }
  const isJson = habit === 'always' || (habit === 'with parameters' && 'parameters' in asked);
  return isJson ? undefined : 'cannot send parameters along with a file';
}
