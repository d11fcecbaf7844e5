import { HUB_URL, INFERENCE_URL, type Connection } from '../http/index.ts';
import { addressOf, isOwn, type InferenceRequest } from '../request/index.ts';
import type { ResultKind } from '../results/index.ts';
import { taskNamed } from '../tasks/index.ts';
import { snippetClients } from './clients.ts';
import { fileEnding } from './file-ending.ts';
import { freeName } from './files.ts';
import type { Language } from './language.ts';
import type { SnippetAnswer, SnippetContext } from './snippet-context.ts';
import { snippetToken } from './token.ts';

/** Code in one language for one client. */
export interface Snippet {
  readonly language: Language;
  /** For example `huggingface_hub`. */
  readonly client: string;
  /** Runs as it stands; with a newline at its end. Without characters that steer or hide in a terminal. */
  readonly code: string;
}

/** A client that cannot make the request of the run, and why. */
export interface MissingSnippet {
  readonly language: Language;
  readonly client: string;
  /** A sentence without its full stop, the client's name in it. */
  readonly reason: string;
}

export interface Snippets {
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
