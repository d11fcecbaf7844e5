import { isFileInput, type FileInput, type JsonTemplate } from '../../fields/index.ts';
import {
  getServerName,
  usesHubFormat,
  buildPayload,
  withParameters,
  type PlannedRun,
} from '../../request/index.ts';
import type { Parameters, Payload, Task } from '../../tasks/index.ts';
import { isFoundByName } from '../urls.ts';
import { jsonBody, routedModel, type SnippetContext } from '../client.ts';
import { filePath } from '../files.ts';
import { isPythonName, type PythonArgument } from './code.ts';
import { methodFor } from './huggingface-hub-methods.ts';

/** Provider and model, if they resolve to the URL of the run. */
export function namedTarget(context: SnippetContext): { provider: string; model: string } | undefined {
  if (!isFoundByName(context)) return undefined;
  return { provider: getServerName(context.run.route), model: routedModel(context.run) ?? '' };
}

export function getMethod({ run: { task, route } }: SnippetContext) {
  const id = route.conversation ? 'chat-completion' : task;
  return { name: snakeCase(id), ...methodFor(id) };
}

export function methodArguments(context: SnippetContext): PythonArgument[] {
  const { names, others, suppressed = [] } = getMethod(context);
  const parameters = Object.entries(nested(context.run.parameters));
  const isSupported = ([name]: [string, JsonTemplate]) => names.includes(name);
  const rest = parameters.filter((entry) => !isSupported(entry));
  const asKeywords = others === 'keywords' ? rest.filter(([name]) => isPythonName(name)) : [];
  const asEntries = Object.fromEntries(rest.filter((entry) => !asKeywords.includes(entry)));
  return [
    ...inputArguments(context.task, context.run, getMethod(context).inputs),
    ...[...parameters.filter(isSupported), ...asKeywords].map(([name, value]) => ({ name, value })),
    ...suppressed
      .filter((name) => !parameters.some(([parameter]) => parameter === name))
      .map((name) => ({ name, value: null, comment: 'None prevents sending a default value.' })),
    ...(Object.keys(asEntries).length === 0
      ? []
      : [{ ...(others === 'keywords' ? { unpacked: true } : { name: 'extra_body' }), value: asEntries }]),
  ];
}

/** The arguments of a chat: the body of the run, with the model's name on the Hub. */
export function chatBody(context: SnippetContext): Payload {
  const { run } = context;
  const target = namedTarget(context);
  if (!target || usesHubFormat(run.route)) return jsonBody(context);
  return { model: target.model, ...buildPayload(run), stream: run.stream };
}

/** The library's names of fields, if they are not ours in snake case. */
const otherNames: Readonly<Record<string, string>> = {
  sourceSentence: 'sentence',
  sentences: 'other_sentences',
};

/** A single input is positional, several have names. */
function inputArguments(
  { fields }: Task,
  { values }: PlannedRun,
  names: Readonly<Record<string, string>> = {},
): PythonArgument[] {
  const entries = Object.entries(fields).filter(
    ([name, { optional }]) => !optional || (values[name] ?? '') !== '',
  );
  return entries.map(([name]) => {
    const value = values[name];
    return {
      ...(entries.length > 1 ? { name: names[name] ?? otherNames[name] ?? snakeCase(name) } : {}),
      value: isFileInput(value) ? localPath(value) : ((value ?? null) as JsonTemplate),
    };
  });
}

function snakeCase(name: string): string {
  return name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A path that the library does not mistake for a URL. */
function localPath(file: FileInput): string {
  const path = filePath(file);
  return /^(https?:\/\/|data:)/.test(path) ? `./${path}` : path;
}

/** Parameters by name, with dots in names as nested objects. */
export function nested(parameters: Parameters): Payload {
  return withParameters(
    {},
    parameters.map((parameter) => ({ ...parameter, place: 'body' })),
  );
}

/** Media types that Python knows on every system. */
const known = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  png: 'image/png',
};

/** The media type that Python's mimetypes guesses from a path, if that is the same on every system. */
export function guessedType(path: string): string | undefined {
  // Python would read a URL scheme before a colon, and files such as `.png` have no extension.
  const ending = /^[^:]*[^./:]\.(gif|jpe?g|mp3|png)$/i.exec(path)?.[1]?.toLowerCase();
  return ending === undefined ? undefined : known[ending as keyof typeof known];
}
