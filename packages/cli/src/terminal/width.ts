import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

let segmenter: Intl.Segmenter | undefined;

/** Made when it is first needed: making it takes a third of the time that Node needs to start. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Characters of one cell that never combine: printable ASCII, Latin, Greek, Cyrillic, Hebrew, Arabic letters, dashes. */
const single = /^[ -~¡-¬®-ʯΑ-ωА-ҁҊ-ԯא-תء-غف-يḀ-ỿ\u2010-\u2027]*$/;

/** Whether a text is known, at a glance, to take as many cells as it has units; many others do so as well. */
export function isSingleWidth(text: string): boolean {
  return single.test(text);
}

/** How many cells a text takes up in a terminal; styles take none. */
export function widthOf(text: string): number {
  if (isSingleWidth(text)) return text.length;
  if (escape.test(text)) return stringWidth(text);
  let width = 0;
  for (const { segment } of graphemesOf(text)) width += widthOfCharacter(segment);
  return width;
}

/** What styles begin with. */
// eslint-disable-next-line no-control-regex -- these are the characters to find
const escape = /[\u001b\u009b]/;

/** Finding out a width takes longer than all else here, and texts have the same characters again and again. */
const widths = new Map<string, number>();
const MOST_WIDTHS = 10_000;
const LONGEST_KEPT = 16;

function widthOfCharacter(character: string): number {
  const known = widths.get(character);
  if (known !== undefined) return known;
  const width = stringWidth(character);
  if (character.length <= LONGEST_KEPT && widths.size < MOST_WIDTHS) widths.set(character, width);
  return width;
}

/**
 * Cuts an unstyled line to a width, between characters as a person sees them; what was cut is shown by `mark`.
 * @param width cells
 */
export function truncate(text: string, width: number, mark = '…'): string {
  // A cell takes a unit at least, but for marks that combine: no need to measure more of a huge text than could fit.
  const head = text.length > width * 16 ? text.slice(0, width * 16) : text;
  if (head === text && widthOf(text) <= width) return text;
  const room = width - widthOf(mark);
  if (room < 0) return '';
  let kept = '';
  let used = 0;
  for (const { segment } of graphemesOf(head)) {
    used += widthOfCharacter(segment);
    if (used > room) break;
    kept += segment;
  }
  return kept + mark;
}

/** Fills a line, styled or not, with spaces up to a width. */
export function pad(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return side === 'left' ? text + space : space + text;
}

/**
 * Breaks a text into lines of a width, at words where that is possible. Spaces at breaks go, indentation stays. Styles
 * must not reach over newlines (those of chalk do not).
 */
export function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrapAnsi(line, width, { hard: true, trim: !line.startsWith(' ') }))
    .join('\n');
}

/** Puts parts that stay whole next to each other, on as many lines as they need. */
export function flow(parts: readonly string[], separator: string, width: number): string {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length > 0 ? `${lines.at(-1)}${separator}${part}` : part;
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(wrap(part, width));
  }
  return lines.join('\n');
}
