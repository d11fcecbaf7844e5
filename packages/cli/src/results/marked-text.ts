import { LEAST_COLUMNS } from './amount-rows.ts';
import { asBlock } from './made-visible.ts';
import { wrap, type Terminal } from '../terminal/index.ts';

/** A part of a text, in UTF-16 units. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  /** Draws the part, which is visible already. */
  readonly draw: (part: string) => string;
}

/**
 * A text with marked parts, broken into lines of the terminal's width. Marks that are empty, outside the text or
 * overlap one before them are left out.
 */
export function markText(text: string, marks: readonly Mark[], terminal: Terminal): string {
  let drawn = '';
  let at = 0;
  for (const mark of [...marks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (mark.start < at || mark.end <= mark.start || mark.end > text.length) continue;
    drawn += asBlock(text.slice(at, mark.start)) + mark.draw(asBlock(text.slice(mark.start, mark.end)));
    at = mark.end;
  }
  return wrap(drawn + asBlock(text.slice(at)), Math.max(LEAST_COLUMNS, terminal.columns));
}
