import { isFileInput, type FileInput, type JsonTemplate } from '../../fields/index.ts';
import {
  getServerName,
  usesHubFormat,
  buildPayload,
  withParameters,
  type PlannedRun,
} from '../../request/index.ts';
import type { Parameters, Payload, Task } from '../../tasks/index.ts';
import schemas from '../../tasks/parameters.generated.json' with { type: 'json' };
import { isFoundByName, filePath, jsonBody, routedModel, type SnippetContext } from '../client.ts';
import { isPythonName, words, type PythonArgument } from './code.ts';

/** The parameters of a method of InferenceClient. */
interface Method {
  /** Keyword arguments that are sent as parameters of the same name; by default those in the schema of the task. */
  readonly names?: readonly string[];
  /** The argument for other parameters, or any keyword; none by default. */
  readonly others?: 'extra_body' | 'keywords';
  /** Arguments with a default that would be sent; None prevents that. */
  readonly suppressed?: readonly string[];
  /** Arguments that are only accepted together. */
  readonly together?: readonly string[];
  /** Arguments of inputs whose names are neither ours nor in `otherNames`. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Why it cannot send a request in the Hub's own format. */
  readonly differsAtHub?: string;
  /** Why it cannot send the request of the run. */
  readonly differs?: string;
}

const NO_METHOD = 'has no method for this task';
const NOT_AT_HUB = 'supports this task only at other providers';
const TABLE_OUTSIDE_INPUTS = 'sends the table next to the inputs, not inside';

/**
 * How the methods of huggingface_hub 1.29 and 2.0 (inference/_client.py) differ from the schemas that their arguments are
 * generated from, without arguments that are not sent unchanged: `decoder_input_details` of text_generation.
 */
const methods: Readonly<Record<string, Method>> = {
  'automatic-speech-recognition': { names: [], others: 'extra_body' },
  'chat-completion': {
    names: words(`
      model messages frequency_penalty logit_bias logprobs max_tokens n presence_penalty
      response_format seed stop stream stream_options temperature tool_choice tool_prompt
      tools top_logprobs top_p
    `),
    others: 'extra_body',
  },
  'feature-extraction': {
    names: words('normalize prompt_name truncate truncation_direction dimensions encoding_format'),
  },
  'image-to-image': { others: 'keywords' },
  'image-text-to-image': { differs: NO_METHOD },
  'image-text-to-video': { differs: NO_METHOD },
  'image-to-text': { names: [] },
  'image-to-video': { others: 'keywords', inputs: { text: 'prompt' }, differsAtHub: NOT_AT_HUB },
  'tabular-classification': { differs: TABLE_OUTSIDE_INPUTS },
  'tabular-regression': { differs: TABLE_OUTSIDE_INPUTS },
  'text-generation': {
    names: words(`
      adapter_id best_of details do_sample frequency_penalty grammar max_new_tokens
      repetition_penalty return_full_text seed stop temperature top_k top_n_tokens top_p
      truncate typical_p watermark
    `),
  },
  'text-to-audio': { differs: NO_METHOD },
  'text-to-image': { others: 'extra_body' },
  'text-to-speech': { names: [], others: 'extra_body' },
  'text-to-video': { others: 'extra_body', differsAtHub: NOT_AT_HUB },
  translation: { together: ['src_lang', 'tgt_lang'] },
  'visual-question-answering': { differs: 'sends the question next to the inputs, not inside' },
  'zero-shot-classification': { suppressed: ['multi_label'] },
  'zero-shot-image-classification': { differs: 'sends the image as the inputs, not inside' },
};

/** The method for a task, or for `chat-completion`. */
function methodFor(task: string): Method & Required<Pick<Method, 'names'>> {
  const specs: readonly { readonly name: string }[] = schemas[task as keyof typeof schemas];
  return { names: specs.map(({ name }) => name.split('.')[0] ?? name), ...methods[task] };
}

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
