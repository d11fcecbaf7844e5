import { HUB_URL, INFERENCE_URL, mayReceiveToken, type Connection } from '../http/index.ts';
import { addressOf, isOwn, type InferenceRequest } from '../request/index.ts';
import type { ResultKind } from '../results/index.ts';
import { taskNamed } from '../tasks/index.ts';
import type { Language, SnippetAnswer, SnippetClient, SnippetContext, SnippetToken } from './client.ts';
import { curl } from './curl.ts';
import { fileEnding, freeName } from './files.ts';
import { fetchClient } from './javascript/fetch.ts';
import { huggingfaceJs } from './javascript/huggingface-js.ts';
import { openai } from './javascript/openai.ts';
import { huggingfaceHub } from './python/huggingface-hub.ts';
import { openai as pythonOpenai } from './python/openai.ts';
import { requests } from './python/requests.ts';

export interface Snippet {
  readonly language: Language;
  /** For example `huggingface_hub`. */
  readonly client: string;
  /** Complete, ending in a newline, without invisible or control characters. */
  readonly code: string;
}

/** A client that cannot send the request of the run. */
interface MissingSnippet {
  readonly language: Language;
  readonly client: string;
  /** A sentence without its period, including the client's name. */
  readonly reason: string;
}

interface Snippets {
  readonly snippets: readonly Snippet[];
  readonly missing: readonly MissingSnippet[];
}

export interface SnippetOptions {
  /** Only these; all by default. */
  readonly languages?: readonly Language[];
  readonly clients?: readonly string[];
  /** Writes the token itself into the code (F14). */
  readonly withToken?: boolean;
  /** The media type of the run's response, for the ending of the output file. */
  readonly contentType?: string;
  /** The output file of the run; `output` with an ending by default. */
  readonly file?: string;
}

type Target = Pick<Connection, 'hubUrl' | 'inferenceUrl' | 'sendToken' | 'token'>;

/** Code that sends the same request as a run: method, URL, headers and body. */
export function snippetsOf(
  request: InferenceRequest,
  connection: Target,
  options: SnippetOptions = {},
): Snippets {
  const context = contextOf(request, connection, options);
  const wanted = snippetClients.filter(
    ({ language, id }) =>
      (options.languages?.includes(language) ?? true) && (options.clients?.includes(id) ?? true),
  );
  const snippets: Snippet[] = [];
  const missing: MissingSnippet[] = [];
  for (const { language, id, cannot, write } of wanted) {
    const reason = cannot?.(context);
    if (reason === undefined) snippets.push({ language, client: id, code: write(context) });
    else missing.push({ language, client: id, reason: `${id} ${reason}` });
  }
  return { snippets, missing };
}

function contextOf(
  request: InferenceRequest,
  connection: Target,
  { withToken = false, contentType, file }: SnippetOptions,
): SnippetContext {
  const url = addressOf(request, connection);
  return {
    request,
    task: taskNamed(request.task),
    url,
    token: snippetToken(connection, url, withToken),
    answer: answerOf(request, contentType, file),
    isOwnForm: !request.conversation && !isOwn(request.server),
    isHub: connection.hubUrl === HUB_URL && connection.inferenceUrl === INFERENCE_URL,
  };
}

/** Result kinds with files in JSON, and the name of the file there. */
const entries: Readonly<Partial<Record<ResultKind, 'blob' | 'mask'>>> = { tracks: 'blob', masks: 'mask' };

function answerOf(request: InferenceRequest, contentType?: string, name?: string): SnippetAnswer {
  if (request.conversation) return { kind: request.stream ? 'stream' : 'chat' };
  const { kind, answer } = taskNamed(request.task).result;
  const entry = entries[kind];
  if (entry === undefined && answer !== 'media') return { kind: 'json' };
  const isSound = kind === 'audio' || kind === 'tracks';
  const ending = fileEnding(contentType ?? (isSound ? 'audio/wav' : 'image/png'));
  // A run saves masks as JSON.
  const saved = entry === 'mask' ? undefined : name;
  const file = saved ?? freeName('output', ending, request.body);
  return entry === undefined ? { kind: 'media', file } : { kind: 'parts', file, entry };
}

/** All clients, in the order of the languages; the first of each language can send every request. */
export const snippetClients: readonly SnippetClient[] = [
  curl,
  requests,
  huggingfaceHub,
  pythonOpenai,
  fetchClient,
  huggingfaceJs,
  openai,
];

/** Specification, section 7, generated examples. */
const PLACEHOLDER = '{API_TOKEN}';

/** The variable that the Hub's own tools read. */
const HUB_VARIABLE = 'HF_TOKEN';

/** For other hosts, so that the Hub's token does not go there by accident. */
const FOREIGN_VARIABLE = 'API_TOKEN';

/**
 * How the code for a run gets its token: like the run, from the environment, or as text if that was asked for (F14). If
 * the user has no token, code for the Hub has a placeholder.
 */
export function snippetToken(connection: Target, address: string, withToken: boolean): SnippetToken {
  const { token } = connection;
  const isForeign = !mayReceiveToken(address, { ...connection, sendToken: false });
  if (token === undefined) return isForeign ? { kind: 'none' } : { kind: 'text', text: PLACEHOLDER };
  if (isForeign && !mayReceiveToken(address, connection)) return { kind: 'none' };
  if (withToken) return { kind: 'text', text: token };
  return { kind: 'environment', name: isForeign ? FOREIGN_VARIABLE : HUB_VARIABLE };
}
