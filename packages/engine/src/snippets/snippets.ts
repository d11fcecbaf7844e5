import { type Connection, HUB_URL, INFERENCE_URL, mayReceiveToken } from '../http/index.ts';
import { addressOf, type InferenceRequest, isOwn } from '../request/index.ts';
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

/** Code in one language for one client. */
export interface Snippet {
  readonly language: Language;
  /** For example `huggingface_hub`. */
  readonly client: string;
  /** Runs as it stands; with a newline at its end. Without characters that steer or hide in a terminal. */
  readonly code: string;
}

/** A client that cannot make the request of the run, and why. */
interface MissingSnippet {
  readonly language: Language;
  readonly client: string;
  /** A sentence without its full stop, the client's name in it. */
  readonly reason: string;
}

interface Snippets {
  readonly snippets: readonly Snippet[];
  /** What is left out, said rather than left out silently. */
  readonly missing: readonly MissingSnippet[];
}

export interface SnippetOptions {
  /** Only these; all by default. */
  readonly languages?: readonly Language[];
  readonly clients?: readonly string[];
  /** Writes the token into the code; by default it reads an environment variable (F14). */
  readonly withToken?: boolean;
  /** The media type of the run's answer, where it is known; gives the file that the code saves its ending. */
  readonly contentType?: string;
  /** Where the run saved its picture or sounds; `output` with the ending by default. */
  readonly file?: string;
}

/**
 * Code that does exactly what a run does: the same method, address, headers and body, from the same frozen request.
 * @param connection as the run is sent with it
 */
export function snippetsOf(
  request: InferenceRequest,
  connection: Pick<Connection, 'hubUrl' | 'inferenceUrl' | 'sendToken' | 'token'>,
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
  connection: Pick<Connection, 'hubUrl' | 'inferenceUrl' | 'sendToken' | 'token'>,
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

/** Kinds of results whose files stand in JSON, and the names that the Hub has for them there. */
const entries: Readonly<Partial<Record<ResultKind, 'blob' | 'mask'>>> = { tracks: 'blob', masks: 'mask' };

function answerOf(request: InferenceRequest, contentType?: string, name?: string): SnippetAnswer {
  if (request.conversation) return { kind: request.stream ? 'stream' : 'chat' };
  const { kind, answer } = taskNamed(request.task).result;
  const entry = entries[kind];
  if (entry === undefined && answer !== 'media') return { kind: 'json' };
  const isSound = kind === 'audio' || kind === 'tracks';
  const ending = fileEnding(contentType ?? (isSound ? 'audio/wav' : 'image/png'));
  // A run saves masks as the JSON that they stand in.
  const saved = entry === 'mask' ? undefined : name;
  const file = saved ?? freeName('output', ending, request.body);
  return entry === undefined ? { kind: 'media', file } : { kind: 'parts', file, entry };
}

/** All clients, by language in the order of the languages; the first of a language can make every request. */
export const snippetClients: readonly SnippetClient[] = [
  curl,
  requests,
  huggingfaceHub,
  pythonOpenai,
  fetchClient,
  huggingfaceJs,
  openai,
];

/** Stands for a token where there is none (specification, section 7, generated examples). */
const PLACEHOLDER = '{API_TOKEN}';

/** The variable that the Hub's own tools read. */
const HUB_VARIABLE = 'HF_TOKEN';

/** Another name for another host, so that the Hub's token does not get there by a habit of the shell. */
const FOREIGN_VARIABLE = 'API_TOKEN';

/**
 * How the code for a run says who asks: where the run sends a token the code does too, read from the environment unless
 * the token itself was asked for (F14), and where it keeps one back so does the code. A run without a token gives code
 * with a placeholder for one at the Hub's own addresses, and none elsewhere.
 * @param address where the run goes
 */
export function snippetToken(
  connection: Pick<Connection, 'hubUrl' | 'inferenceUrl' | 'sendToken' | 'token'>,
  address: string,
  withToken: boolean,
): SnippetToken {
  const { token } = connection;
  const isForeign = !mayReceiveToken(address, { ...connection, sendToken: false });
  if (token === undefined) return isForeign ? { kind: 'none' } : { kind: 'text', text: PLACEHOLDER };
  if (isForeign && !mayReceiveToken(address, connection)) return { kind: 'none' };
  if (withToken) return { kind: 'text', text: token };
  return { kind: 'environment', name: isForeign ? FOREIGN_VARIABLE : HUB_VARIABLE };
}
