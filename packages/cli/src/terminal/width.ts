import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** How many cells a text takes up in a terminal; styles take none. */
export function widthOf(text: string): number {
  return stringWidth(text);
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
  for (const { segment } of graphemes.segment(head)) {
    used += widthOf(segment);
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

/** Breaks a text, styled or not, into lines of a width, at words where that is possible. */
export function wrap(text: string, width: number): string {
  return wrapAnsi(text, width, { hard: true, trim: false });
}
