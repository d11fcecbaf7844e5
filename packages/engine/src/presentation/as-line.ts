import { visible } from '../text/index.ts';

/** No line that is shown is longer than this. */
const LONGEST_LINE = 2000;

/** A text from elsewhere for one line: visible, white space drawn together, of bounded length. */
export function asLine(text: string): string {
  return visible(text.slice(0, LONGEST_LINE)).replace(/\s+/g, ' ').trim();
}

/** The same where white space is the answer (a filled-in space or newline). */
export function asLabel(text: string): string {
  return /^\s*$/.test(text) ? JSON.stringify(visible(text.slice(0, LONGEST_LINE))) : asLine(text);
}
