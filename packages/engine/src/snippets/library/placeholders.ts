import { escapeUnseen, jsonString, pythonString, shellWord, unicodeEscape } from '../literals.ts';
import type { LibraryGrammar } from './library-snippets.ts';

/** A character for private use: no model id, no identifier and no template holds it. */
const EDGE = '\ue000';

const mark = new RegExp(`${EDGE}(\\d+)${EDGE}`, 'g');

/** Prefix and first quotes of a string. */
const opening = /^[a-z]{0,2}(?:"""|'''|["'`])/i;

/**
 * Texts of strangers on their way through templates that do not escape them, or not for the place where they put
 * them: a plain mark stands for each until the code is written.
 */
export class Marks {
  readonly #texts: string[] = [];

  /** A mark that stands for a text. */
  markFor(text: string): string {
    return `${EDGE}${this.#texts.push(text) - 1}${EDGE}`;
  }

  /** The same for a value that a card may lack or have got wrong; nothing for what is not a text or is empty. */
  optional(value: unknown): string | undefined {
    return typeof value === 'string' && value !== '' ? this.markFor(value) : undefined;
  }

  /**
   * Code with the texts in it: inside a literal or a comment each is escaped for it; a mark that stands alone becomes a
   * literal.
   */
  putBack(code: string, grammar: LibraryGrammar): string {
    const { tokens, inComment, inQuotes, alone } = places[grammar];
    const fill = (token: string, write: (text: string) => string) =>
      token.replace(mark, (_, number: string) => write(this.#texts[Number(number)] ?? ''));
    let end = 0;
    let written = '';
    for (const { 0: token, index } of code.matchAll(tokens)) {
      const quotes = opening.exec(token)?.[0];
      written += fill(code.slice(end, index), alone);
      written += fill(token, quotes === undefined ? inComment : (text) => inQuotes(text, quotes));
      end = index + token.length;
    }
    return written + fill(code.slice(end), alone);
  }
}

/** Where a text can stand in code of one language, and how it is written there. */
interface Places {
  /** Comments and quoted strings. */
  readonly tokens: RegExp;
  inComment(text: string): string;
  /** @param opening prefix and first quotes of the string */
  inQuotes(text: string, opening: string): string;
  /** An expression or word of its own. */
  alone(text: string): string;
}

/** One line, whatever the text holds. */
const inComment = (text: string) => escapeUnseen(text, unicodeEscape);

/** The same where a mark ends comments too. */
const inBlock = (text: string) => inComment(text).replaceAll('*/', '*\\/');

const jsonInside = (text: string) => jsonString(text).slice(1, -1);

export const places: Readonly<Record<LibraryGrammar, Places>> = {
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
    // The quotes are closed, the text stands between them in its own where it needs any, and they are opened again.
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
