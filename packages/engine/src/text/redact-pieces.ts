import { REDACTED } from './redact.ts';
import { TOKEN_PREFIX } from './token-shape.ts';

/** Removes a token from a text that arrives in pieces, however the pieces divide it. */
export interface PieceRedactor {
  /**
   * The text that can be shown now. An end that may be the start of the token waits for the next piece, except for the
   * prefix of all tokens, which the redacted form has, too.
   */
  next(piece: string): string;
  /** The text that still waits when no more pieces come; the start of a token is redacted, too. */
  end(): string;
}

/** Without a token, pieces pass through unchanged. */
export function redactPieces(token = ''): PieceRedactor {
  const prefix = token.startsWith(TOKEN_PREFIX) ? TOKEN_PREFIX.length : 0;
  let waiting = '';
  /** How much of what waits was shown: at most the prefix. */
  const shown = () => Math.min(waiting.length, prefix);
  return {
    next(piece) {
      if (token === '') return piece;
      const from = shown();
      const text = (waiting + piece).replaceAll(token, REDACTED);
      waiting = token.slice(0, overlap(text, token));
      return text.slice(from, text.length - waiting.length + shown());
    },
    end() {
      const rest = (waiting.length > TOKEN_PREFIX.length ? REDACTED : waiting).slice(shown());
      waiting = '';
      return rest;
    },
  };
}

/** How many characters at the end of a text are the start of the token, but not all of it. */
function overlap(text: string, token: string): number {
  let length = Math.min(text.length, token.length - 1);
  while (!text.endsWith(token.slice(0, length))) length -= 1;
  return length;
}
