import { HUB_URL, INFERENCE_URL, type Connection } from '../http/index.ts';
import { addressOf, isOwn, type InferenceRequest } from '../request/index.ts';
import { taskNamed } from '../tasks/index.ts';
import type { SnippetClient } from './client.ts';
import { snippetClients } from './clients.ts';
import { fileEnding } from './file-ending.ts';
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
  /** The name of that file; `output` with the ending by default. */
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
  const reasonOf = (client: SnippetClient) => client.cannot?.(context);
  return {
    snippets: wanted
      .filter((client) => reasonOf(client) === undefined)
      .map((client) => ({ language: client.language, client: client.id, code: client.write(context) })),
    missing: wanted.flatMap((client) => {
      const reason = reasonOf(client);
      return reason === undefined
        ? []
        : [{ language: client.language, client: client.id, reason: `${client.id} ${reason}` }];
    }),
  };
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
    isHub: connection.hubUrl === HUB_URL && connection.inferenceUrl === INFERENCE_URL,
  };
}

function answerOf(
  { task, conversation, stream, server }: InferenceRequest,
  contentType?: string,
  name?: string,
): SnippetAnswer {
  if (conversation) return { kind: stream ? 'stream' : 'chat' };
  const { kind, answer } = taskNamed(task).result;
  const isPicture = kind === 'image';
  const file = name ?? `output.${fileEnding(contentType ?? (isPicture ? 'image/png' : 'audio/wav'))}`;
  if (kind === 'tracks') return { kind, file };
  if (answer !== 'media') return { kind: 'json' };
  return { kind: isOwn(server) ? 'media' : 'own-form', file };
}
