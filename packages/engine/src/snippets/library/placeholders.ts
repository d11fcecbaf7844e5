import { unicodeEscape } from '../../text/index.ts';
import { escapeInvisible, jsonString, pythonString, shellWord } from '../literals.ts';
import type { LibraryGrammar } from './library-snippets.ts';

/** A private-use character, which no model ID, identifier or template has. */
const EDGE = '\ue000';
const placeholder = new RegExp(`${EDGE}(\\d+)${EDGE}`, 'g');

/** Prefix and opening quotes of a string. */
const opening = /^[a-z]{0,2}(?:"""|'''|["'`])/i;

/** Placeholders for untrusted texts in templates that do not escape them correctly. */
export class Placeholders {
  readonly #texts: string[] = [];

  add(text: string): string {
    return `${EDGE}${this.#texts.push(text) - 1}${EDGE}`;
  }

  /** Undefined for anything but a string, and for an empty one. */
  optional(value: unknown): string | undefined {
    return typeof value === 'string' && value !== '' ? this.add(value) : undefined;
  }

  /** Code with the texts in it, escaped for their literal or comment; elsewhere they become literals. */
  fill(code: string, grammar: LibraryGrammar): string {
    const { tokens, inComment, inQuotes, alone } = escapeContexts[grammar];
    const fillToken = (token: string, write: (text: string) => string) =>
      token.replace(placeholder, (_, number: string) => write(this.#texts[Number(number)] ?? ''));
    let end = 0;
    let written = '';
    for (const { 0: token, index } of code.matchAll(tokens)) {
      const quotes = opening.exec(token)?.[0];
      written += fillToken(code.slice(end, index), alone);
      written += fillToken(token, quotes === undefined ? inComment : (text) => inQuotes(text, quotes));
      end = index + token.length;
    }
    return written + fillToken(code.slice(end), alone);
  }
}

interface EscapeContexts {
  /** Comments and quoted strings. */
  readonly tokens: RegExp;
  inComment(text: string): string;
  /** @param opening prefix and opening quotes of the string */
  inQuotes(text: string, opening: string): string;
  /** As an expression. */
  alone(text: string): string;
}

const inComment = (text: string) => escapeInvisible(text, unicodeEscape);

const inBlock = (text: string) => inComment(text).replaceAll('*/', '*\\/');

const jsonInside = (text: string) => jsonString(text).slice(1, -1);

const escapeContexts: Readonly<Record<LibraryGrammar, EscapeContexts>> = {
  python: {
    tokens: /#.*|(?:(?<![a-z])[bfru]{1,2})?("""|'''|"|')(?:\\[^]|(?!\1)[^])*?\1/gi,
    inComment,
    inQuotes: (text, opening) => {
      const inside = pythonString(text).slice(1, -1).replaceAll("'", "\\'");
      return /f/i.test(opening) ? inside.replace(/[{}]/g, '$&$&') : inside;
    },
    alone: pythonString,
  },
  bash: {
    tokens: /(?<![^\s;])#.*|"(?:\\[^]|[^"\\])*"|'[^']*'/g,
    inComment,
    // Closes the quotes, adds the quoted word and opens them again.
    inQuotes: (text, opening) => {
      const word = shellWord(text);
      return word === text ? text : `${opening}${word}${opening}`;
    },
    alone: shellWord,
  },
  javascript: {
    tokens: /\/\/.*|\/\*[^]*?\*\/|(["'`])(?:\\[^]|(?!\1)[^])*?\1/g,
    inComment: inBlock,
    inQuotes: (text) => jsonInside(text).replace(/['`]|\$(?=\{)/g, '\\$&'),
    alone: jsonString,
  },
  csharp: {
    tokens: /\/\/.*|\/\*[^]*?\*\/|"(?:\\[^]|[^"\\])*"/g,
    inComment: inBlock,
    inQuotes: jsonInside,
    alone: jsonString,
  },
};
