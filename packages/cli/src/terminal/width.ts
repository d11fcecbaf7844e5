import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

let segmenter: Intl.Segmenter | undefined;

/** The user-perceived characters of a string. */
export function graphemesOf(text: string): Intl.Segments {
  // Created on demand, because it is slow.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Single-width characters that never combine: printable ASCII, Latin, Greek, Cyrillic, Hebrew, Arabic, dashes. */
const single = /^[ -~¡-¬®-ʯΑ-ωА-ҁҊ-ԯא-תء-غف-يḀ-ỿ\u2010-\u2027]*$/;

/** Whether each UTF-16 unit of a string takes one cell. A fast check with false negatives. */
export function isSingleWidth(text: string): boolean {
  return single.test(text);
}

/** The width of a string in cells; styles have none. */
export function widthOf(text: string): number {
  if (isSingleWidth(text)) return text.length;
  if (escape.test(text)) return stringWidth(text);
  let width = 0;
  for (const { segment } of graphemesOf(text)) width += widthOfCharacter(segment);
  return width;
}

// eslint-disable-next-line no-control-regex -- these are the characters to find
const escape = /[\u001b\u009b]/;

/** Cached, because measuring is slow. */
const widths = new Map<string, number>();
const MAX_WIDTHS = 10_000;
const MAX_KEY_LENGTH = 16;

function widthOfCharacter(character: string): number {
  const known = widths.get(character);
  if (known !== undefined) return known;
  const width = stringWidth(character);
  if (character.length <= MAX_KEY_LENGTH && widths.size < MAX_WIDTHS) widths.set(character, width);
  return width;
}

/** Truncates an unstyled line to a width in cells and adds `mark`. */
export function truncate(text: string, width: number, mark = '…'): string {
  // Avoid measuring huge text.
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

export function pad(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return side === 'left' ? text + space : space + text;
}

/** Wraps text between words if possible. Keeps indentation. Styles must not span newlines (chalk's do not). */
export function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrapAnsi(line, width, { hard: true, trim: !line.startsWith(' ') }))
    .join('\n');
}

/** Joins parts on as few lines as possible, without breaking parts that fit on a line. */
export function flow(parts: readonly string[], separator: string, width: number): string {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length > 0 ? `${lines.at(-1)}${separator}${part}` : part;
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(wrap(part, width));
  }
  return lines.join('\n');
}
