import { getEnding, placeholdersIn, type FileInput } from '../fields/index.ts';
import { INFERENCE_URL, type RequestBody } from '../http/index.ts';
import {
  type PlannedRun,
  type WireRequest,
  CHAT_PATH,
  getHubRequestUrl,
  normalizeUrl,
} from '../request/index.ts';
import type { Payload, Task } from '../tasks/index.ts';
import { shellWord } from './literals.ts';

/** The languages of code by their names in syntax highlighters, with the names in `--json` output. */
export const grammars = {
  bash: { language: 'bash', label: 'Shell', comment: '#', ending: 'sh' },
  python: { language: 'python', label: 'Python', comment: '#', ending: 'py' },
  javascript: { language: 'js', label: 'JavaScript', comment: '//', ending: 'mjs' },
  csharp: { language: 'csharp', label: 'C#', comment: '//', ending: 'cs' },
} as const;

export type Grammar = keyof typeof grammars;

/** The languages of snippets, in display order. */
export const languages = {
  curl: { label: 'curl', grammar: 'bash' },
  python: { label: 'Python', grammar: 'python' },
  js: { label: 'JavaScript', grammar: 'javascript' },
} as const satisfies Record<string, { readonly label: string; readonly grammar: Grammar }>;

export type Language = keyof typeof languages;

/** The token in a snippet: read from an environment variable, written as text, or not sent. */
export type SnippetToken =
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' };

/** The form of the server's response. */
export type ExpectedResponse =
  /** Server-sent events of a chat: their text is printed as it arrives. */
  | { readonly kind: 'stream' }
  /** A chat completion: its text is printed. */
  | { readonly kind: 'chat' }
  | { readonly kind: 'json' }
  /** An image or a sound: it is saved under this name. */
  | { readonly kind: 'media'; readonly file: string }
  /** A list of labels, each with a base64 file as `entry`: each file is saved under this name and a number. */
  | { readonly kind: 'parts'; readonly file: string; readonly entry: 'blob' | 'mask' };

export interface SnippetContext extends WireRequest {
  readonly run: PlannedRun;
  readonly task: Task;
  readonly token: SnippetToken;
  readonly answer: ExpectedResponse;
  /** The response has the provider's own format, for example a queue ticket. */
  readonly isProviderFormat: boolean;
  /** The hub and inference base are the default ones, which the Hub's clients use. */
  readonly isHub: boolean;
}

export interface SnippetClient {
  readonly id: string;
  readonly language: Language;
  readonly install?: string;
  /** Why it cannot send this request; completes a sentence that starts with its name. */
  cannot?(context: SnippetContext): string | undefined;
  /** The code, ending in a newline. Called only if {@link cannot} returns undefined. */
  write(context: SnippetContext): string;
}

/** The JSON body of a request; empty for files and forms. */
export function jsonBody({ body }: WireRequest): Payload {
  return body.kind === 'json' ? (body.json as Payload) : {};
}

/** The model of a request, with the router's policy or provider after a colon if it has one. */
export function routedModel({ route }: PlannedRun): string | undefined {
  return route.kind === 'chat-router' ? route.routedModel : route.model;
}

export interface TokenExpressions {
  readonly token: string;
  readonly bearer: string;
}

/** A comment in code that prints a response in the provider's format. */
export const PROVIDER_FORMAT = "The provider's own format, such as a queue ticket: see its documentation.";

/**
 * The base URL for clients that append `/chat/completions` and re-encode the query. Undefined if the path has another
 * ending or encoding could change the query.
 */
export function chatBase(url: string) {
  const [address = '', ...rest] = url.split('?');
  const search = rest.join('?');
  const query = Object.fromEntries(new URLSearchParams(search));
  const isSame = /^[\w.=&-]*$/.test(search) && String(new URLSearchParams(query)) === search;
  if (!address.endsWith(CHAT_PATH) || !isSame) return undefined;
  return { address: address.slice(0, -CHAT_PATH.length), query };
}

/** Why such a client cannot send a chat to a URL. */
export function chatBaseLimit(url: string, canSetQuery: boolean): string | undefined {
  const [address = '', ...search] = url.split('?');
  if (!address.endsWith(CHAT_PATH)) return `only supports chat URLs that end in ${CHAT_PATH}`;
  if (search.length === 0) return undefined;
  if (!canSetQuery) return 'does not support chat URLs with a query';
  return chatBase(url) === undefined ? 'would change the query of this URL' : undefined;
}

/** Whether the Hub's clients find the URL of the run by provider and model, which they look up on huggingface.co. */
export function isFoundByName({ url, run: { route }, task, isHub }: SnippetContext): boolean {
  switch (route.kind) {
    case 'endpoint':
      return false;
    case 'provider':
      return isHub;
    default:
      return isHub && url === getHubRequestUrl(INFERENCE_URL, task, route);
  }
}

/** Why a client cannot reach a provider that it does not find by name. */
export const PROVIDER_LIMIT = 'can only look up providers on huggingface.co';

/**
 * The path that code reads a file from. A downloaded file gets a generated name, since a URL could name any path.
 */
export function filePath({ path, name, url, contentType }: FileInput): string {
  if (path !== undefined) return path === '-' ? '/dev/stdin' : path;
  return url === undefined ? name : `tryout-example.${getEnding(contentType)}`;
}

export function downloads(body: RequestBody): readonly { readonly url: string; readonly path: string }[] {
  const byPath = new Map<string, string>();
  for (const file of filesIn(body)) {
    if (file.url !== undefined && file.path === undefined) {
      byPath.set(filePath(file), normalizeUrl(new URL(file.url)));
    }
  }
  return [...byPath].map(([path, url]) => ({ path, url }));
}

/** Shell commands that download the files of a body; each ends in `&& \`. */
export function downloadCommands(body: RequestBody): string[] {
  return downloads(body).map(({ url, path }) => `curl -fsSL -o ${shellWord(path)} ${shellWord(url)} && \\`);
}

function filesIn(body: RequestBody): FileInput[] {
  if (body.kind === 'file') return [body.file];
  if (body.kind === 'json') return placeholdersIn(body.json).map(({ file }) => file);
  return body.parts.flatMap(({ value }) => (typeof value === 'string' ? [] : [value]));
}

/** An output file name that none of the body's files has. */
export function unusedFileName(base: string, ending: string, body: RequestBody): string {
  const taken = new Set(filesIn(body).map((file) => filePath(file).split(/[\\/]/).at(-1)?.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = `${base}${number === 1 ? '' : `-${number}`}.${ending}`;
    if (!taken.has(name)) return name;
  }
}

/** Inserts the code of a file number before the extension. @param file its name, escaped for the code */
export function withNumber(file: string, number: string): string {
  return file.replace(/(?:(?<=[^/])\.[^./]+)?$/, (ending) => `-${number}${ending}`);
}
