import type { LibraryGrammar } from './grammar.ts';
import { places } from './places.ts';

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
