import type { FileInput, JsonTemplate } from '../../fields/index.ts';
import { type InferenceRequest, isOwn, payloadOf, withParameters } from '../../request/index.ts';
import type { Parameters, Task } from '../../tasks/index.ts';
import { isFoundByName } from '../addresses.ts';
import type { SnippetContext } from '../client.ts';
import { filePath } from '../files.ts';
import { isPythonName, type PythonArgument } from './code.ts';
import { type Method, methods } from './huggingface-hub-methods.ts';

/** How the client is told whom to ask. */
type Addressing =
  /** A model of the Hub; the client knows the provider's address. */
  | { readonly kind: 'provider'; readonly provider: string; readonly model: string }
  /** The address itself. */
  | { readonly kind: 'url'; readonly url: string };

/** By the Hub's own names where these lead to the run's address, else by that address. */
export function addressing(context: SnippetContext): Addressing {
  const { server, model = '', body } = context.request;
  if (!isFoundByName(context)) return { kind: 'url', url: context.url };
  if (server !== 'auto') return { kind: 'provider', provider: server, model };
  // With the router's policy or provider behind a colon, where there is one.
  const routed = body.kind === 'json' ? (body.json as Readonly<Record<string, unknown>>)['model'] : model;
  return { kind: 'provider', provider: server, model: String(routed) };
}

/** The method of InferenceClient that a run's task is. */
export function methodOf({ request: { task, conversation } }: SnippetContext): Method & { name: string } {
  const name = conversation ? 'chat_completion' : snakeCase(task);
  return { name, ...(methods[name] ?? { names: [] }) };
}

/** The arguments of a task's method: inputs, then parameters by their names, then those that it has no name for. */
export function methodArguments(context: SnippetContext): PythonArgument[] {
  const { names, others, silenced = [] } = methodOf(context);
  const parameters = Object.entries(nested(context.request.parameters));
  const given = ([name]: [string, JsonTemplate]) => names.includes(name);
  const rest = parameters.filter((entry) => !given(entry));
  const asKeywords = others === 'keywords' ? rest.filter(([name]) => isPythonName(name)) : [];
  const asEntries = Object.fromEntries(rest.filter((entry) => !asKeywords.includes(entry)));
  return [
    ...inputArguments(context.task, context.request),
    ...[...parameters.filter(given), ...asKeywords].map(([name, value]) => ({ name, value })),
    ...silenced.filter((name) => !parameters.some(([own]) => own === name)).map(silent),
    ...(Object.keys(asEntries).length === 0
      ? []
      : [{ ...(others === 'keywords' ? { unpacked: true } : { name: 'extra_body' }), value: asEntries }]),
  ];
}

const silent = (name: string): PythonArgument => ({
  name,
  value: null,
  comment: 'None keeps back a value that the library would choose.',
});

/** What a chat is asked with: the body of the run, its model by the name that the client is given. */
export function chatBody(context: SnippetContext): Readonly<Record<string, JsonTemplate>> {
  const { body, server, stream } = context.request;
  const to = addressing(context);
  if (to.kind === 'url' || isOwn(server)) return body.kind === 'json' ? (body.json as never) : {};
  return { model: to.model, ...payloadOf(context.request), stream };
}

/** Fields that the library calls otherwise than we do in snake case. */
const otherNames: Readonly<Record<string, string>> = {
  sourceSentence: 'sentence',
  sentences: 'other_sentences',
};

/** The inputs of a task as arguments of its method: a single one as it is, several by their names. */
function inputArguments({ fields }: Task, { values }: InferenceRequest): PythonArgument[] {
  const entries = Object.entries(fields);
  return entries.map(([name, { kind }]) => {
    const value = values[name];
    const isFile = kind === 'image' || kind === 'audio';
    return {
      ...(entries.length > 1 ? { name: otherNames[name] ?? snakeCase(name) } : {}),
      value: isFile ? localPath(value as FileInput) : ((value ?? null) as JsonTemplate),
    };
  });
}

function snakeCase(name: string): string {
  return name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A path that the library does not take for an address. */
function localPath(file: FileInput): string {
  const path = filePath(file);
  return /^(https?:\/\/|data:)/.test(path) ? `./${path}` : path;
}

/** Parameters by name, wherever a body has them, in objects where dots in their names lead into them. */
export function nested(parameters: Parameters): Readonly<Record<string, JsonTemplate>> {
  return withParameters(
    {},
    parameters.map((parameter) => ({ ...parameter, place: 'body' })),
  );
}

/** Endings whose media type every Python knows, on every system. */
const known: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  png: 'image/png',
};

/** The media type that Python's mimetypes guesses from a path for certain; undefined where that depends. */
export function guessedType(path: string): string | undefined {
  // What stands before a colon is the scheme of an address to it.
  if (path.includes(':')) return undefined;
  const ending = /^\.*[^.].*\.(\w+)$/s.exec(path.split('/').at(-1) ?? '')?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(known, ending) ? known[ending] : undefined;
}
