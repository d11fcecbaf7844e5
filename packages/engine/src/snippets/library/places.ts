import { jsonString, pythonString, shellWord } from '../literals/index.ts';
import { escapeUnseen, unicodeEscape } from '../literals/unseen.ts';
import type { LibraryGrammar } from './grammar.ts';

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
