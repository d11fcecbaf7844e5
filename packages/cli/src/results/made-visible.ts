import { visible } from '@tryout/engine';

/** No terminal shows more of a line than this. */
const LONGEST_LINE = 2000;

/** A text from elsewhere for one line of a terminal: visible, white space drawn together, of bounded length. */
export function asLine(text: string): string {
  return visible(text.slice(0, LONGEST_LINE)).replace(/\s+/g, ' ').trim();
}

/** The same where white space is the answer (a filled-in space or newline). */
export function asLabel(text: string): string {
  return /^\s*$/.test(text) ? JSON.stringify(visible(text.slice(0, LONGEST_LINE))) : asLine(text);
}

/** A text from elsewhere for a block of lines: visible, tabs as spaces, so that widths are known. */
export function asBlock(text: string): string {
  return visible(text).replaceAll('\t', '    ');
}

/** A text from elsewhere for a column of plain output: whole and visible, its tabs and newlines as `<U+0009>`. */
export function asColumn(text: string): string {
  return visible(text).replace(/[\t\n]/g, (character) => (character === '\t' ? '<U+0009>' : '<U+000A>'));
}

/** One line of plain output; what is missing leaves its column empty. */
export function asColumns(...values: readonly (string | number | undefined)[]): string {
  return values.map((value) => asColumn(String(value ?? ''))).join('\t');
}
