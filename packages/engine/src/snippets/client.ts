import type { InferenceRequest } from '../request/index.ts';
import type { Task } from '../tasks/index.ts';

/** The languages of the code that people take home, in the order in which they are offered. */
export const languages = {
  curl: { label: 'curl', grammar: 'bash', comment: '#', ending: '.sh' },
  python: { label: 'Python', grammar: 'python', comment: '#', ending: '.py' },
  js: { label: 'JavaScript', grammar: 'javascript', comment: '//', ending: '.mjs' },
} as const;

export type Language = keyof typeof languages;

/** How code says who asks. */
export type SnippetToken =
  /** It reads the token from this environment variable. */
  | { readonly kind: 'environment'; readonly name: string }
  /** This text stands in the code: a token that was asked for, or the placeholder for one. */
  | { readonly kind: 'text'; readonly text: string }
  /** The run sends no token, nor does the code. */
  | { readonly kind: 'none' };

/** What the server's answer is, and so what the code does with it. */
export type SnippetAnswer =
  /** Server-sent events of a chat: their text is printed as it comes. */
  | { readonly kind: 'stream' }
  /** A chat completion: its text is printed. */
  | { readonly kind: 'chat' }
  /** JSON: it is printed. */
  | { readonly kind: 'json' }
  /** A picture or a sound: it is saved under this name. */
  | { readonly kind: 'media'; readonly file: string }
  /**
   * A list of labels, each with a sound or a mask in base64 as this entry: they are saved, each under this name with its
   * number.
   */
  | { readonly kind: 'parts'; readonly file: string; readonly entry: 'blob' | 'mask' };

/** All that code for one run is written from. */
export interface SnippetContext {
  readonly request: InferenceRequest;
  readonly task: Task;
  /** The address that the run asks, the configured inference base in it. */
  readonly url: string;
  readonly token: SnippetToken;
  readonly answer: SnippetAnswer;
  /**
   * Whether a provider answers in a form of its own, which only the Hub's clients read: perhaps with a ticket of its queue,
   * or with an address.
   */
  readonly isOwnForm: boolean;
  /** Whether the request goes to the Hub's own addresses, which the Hub's clients know by themselves. */
  readonly isHub: boolean;
}

/** How code says who asks: the token itself, and with `Bearer` in front of it. */
export interface TokenExpressions {
  readonly token: string;
  readonly bearer: string;
}

/** Said in code that speaks HTTP itself to a provider with a form of its own. */
export const OWN_FORM =
  "The provider's own form, perhaps a ticket of its queue: its documentation says how to go on.";

/** A program or library that code is written for. */
export interface SnippetClient {
  /** The name that people know it by and choose it with, for example `huggingface_hub`. */
  readonly id: string;
  readonly language: Language;
  /** The command that installs what the language does not bring along. */
  readonly install?: string;
  /** Why it cannot make this request, as a sentence that goes on after its name; undefined when it can. */
  cannot?(context: SnippetContext): string | undefined;
  /** The code, with a newline at its end. Called only for what it can do. */
  write(context: SnippetContext): string;
}
