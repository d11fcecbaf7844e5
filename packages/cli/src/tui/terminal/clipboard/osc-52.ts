import type { Environment } from '../../../terminal/terminal.ts';

/** What terminals take at least: XTerm's limit of a sequence, less what stands around the text. */
const MOST_ENCODED = 74_994;
/** How much GNU screen passes through at once. */
const PIECE_FOR_SCREEN = 700;

/**
 * The control sequence that makes a terminal copy a text (XTerm Control Sequences, OSC 52), also from another machine
 * and through tmux and screen; undefined for a text that is too long for that. Terminals do not say whether they did.
 */
export function osc52(text: string, environment: Environment): string | undefined {
  const encoded = Buffer.from(text).toString('base64');
  if (encoded.length > MOST_ENCODED) return undefined;
  const sequence = `\u001b]52;c;${encoded}\u0007`;
  if (environment['TMUX']) return `\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;
  if (environment['STY'] === undefined) return sequence;
  const pieces = sequence.match(new RegExp(`[^]{1,${PIECE_FOR_SCREEN}}`, 'g')) ?? [];
  return pieces.map((piece) => `\u001bP${piece}\u001b\\`).join('');
}
