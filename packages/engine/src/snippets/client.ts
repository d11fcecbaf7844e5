import type { PlannedRun, WireRequest } from '../request/index.ts';
import type { Payload, Task } from '../tasks/index.ts';

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
