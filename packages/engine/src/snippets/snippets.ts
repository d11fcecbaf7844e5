import { getEnding } from '../fields/index.ts';
import { HUB_URL, INFERENCE_URL, mayReceiveToken, type Connection } from '../http/index.ts';
import { usesHubFormat, type InferenceRequest } from '../request/index.ts';
import { resultKinds } from '../results/index.ts';
import { taskNamed } from '../tasks/index.ts';
import {
  unusedFileName,
  type Language,
  type ExpectedResponse,
  type SnippetClient,
  type SnippetContext,
  type SnippetToken,
} from './client.ts';
import { curl } from './curl.ts';
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

interface Snippets {
  readonly snippets: readonly Snippet[];
  /** Clients that cannot send the request; the reason is a sentence without its period. */
  readonly missing: readonly (Omit<Snippet, 'code'> & { readonly reason: string })[];
}

export interface SnippetOptions {
  /** Only these; all by default. */
  readonly languages?: readonly Language[];
  readonly clients?: readonly string[];
  /** Writes the token itself into the code. */
  readonly withToken?: boolean;
  /** The media type of the run's response, for the ending of the output file. */
  readonly contentType?: string;
  /** The output file of the run; `output` with an ending by default. */
  readonly file?: string;
}

type Target = Pick<Connection, 'hubUrl' | 'inferenceUrl' | 'sendToken' | 'token'>;

/** Code that sends the same request as a run: method, URL, headers and body. */
export function createSnippets(
  request: InferenceRequest,
  connection: Target,
  { languages, clients, withToken = false, contentType, file }: SnippetOptions = {},
): Snippets {
  const { wire, run } = request;
  const context: SnippetContext = {
    ...wire,
    run,
    task: taskNamed(run.task),
    token: snippetToken(connection, wire.url, withToken),
    answer: describeResponse(request, contentType, file),
    isProviderFormat: !run.route.conversation && !usesHubFormat(run.route),
    isHub: connection.hubUrl === HUB_URL && connection.inferenceUrl === INFERENCE_URL,
  };
  const snippets: Snippet[] = [];
  const missing: Snippets['missing'][number][] = [];
  for (const { language, id: client, cannot, write } of snippetClients) {
    if (languages?.includes(language) === false || clients?.includes(client) === false) continue;
    const reason = cannot?.(context);
    if (reason === undefined) snippets.push({ language, client, code: write(context) });
    else missing.push({ language, client, reason: `${client} ${reason}` });
  }
  return { snippets, missing };
}

/** Where the type of the response is not known. */
const usualTypes = { image: 'image/png', audio: 'audio/wav', video: 'video/mp4' };

function describeResponse(
  { wire, run }: InferenceRequest,
  contentType?: string,
  name?: string,
): ExpectedResponse {
  if (run.route.conversation) return { kind: run.stream ? 'stream' : 'chat' };
  const { media, entry } = resultKinds[taskNamed(run.task).result.kind];
  if (entry === undefined && media === undefined) return { kind: 'json' };
  const ending = getEnding(contentType ?? usualTypes[media ?? 'image']);
  // A run saves masks as JSON.
  const saved = entry === 'mask' ? undefined : name;
  const file = saved ?? unusedFileName('output', ending, wire.body);
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

/**
 * How code gets the token: from the environment, or as text if requested. Without a token, code for the Hub has a
 * placeholder (specification, section 7). Other hosts use another variable, so they cannot get the Hub's token by
 * accident.
 */
export function snippetToken(connection: Target, address: string, withToken: boolean): SnippetToken {
  const { token } = connection;
  const isForeign = !mayReceiveToken(address, { ...connection, sendToken: false });
  if (token === undefined) return isForeign ? { kind: 'none' } : { kind: 'text', text: '{API_TOKEN}' };
  if (isForeign && !mayReceiveToken(address, connection)) return { kind: 'none' };
  if (withToken) return { kind: 'text', text: token };
  return { kind: 'environment', name: isForeign ? 'API_TOKEN' : 'HF_TOKEN' };
}
