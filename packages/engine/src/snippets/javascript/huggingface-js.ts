import { BILL_TO, isOptionHeader } from '../../request/index.ts';
import type { SnippetClient } from '../client.ts';
import { jsonString } from '../literals/index.ts';
import type { SnippetContext } from '../snippet-context.ts';
import { argumentObject, chatLines, construction } from './call.ts';
import { downloadLines } from './downloads.ts';
import { limitOf } from './huggingface-js-limits.ts';
import { importLines } from './imports.ts';
import { findsProvider, inferenceTarget } from './inference-target.ts';
import { printing, savingParts } from './reading.ts';
import { javascriptToken } from './token.ts';

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
    .filter(([name]) => name !== BILL_TO && (isOptionHeader(name) || !findsProvider(context)))
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
