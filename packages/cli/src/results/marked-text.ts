import { markedParts, type TextPlace } from '@tryout/engine';
import { LEAST_COLUMNS } from './amount-rows.ts';
import { asBlock } from './made-visible.ts';
import { wrap, type Terminal } from '../terminal/index.ts';

/** A place in a text with its look. */
export interface Mark extends TextPlace {
  /** Draws the part, which is visible already. */
  readonly draw: (part: string) => string;
}

/**
 * A text with marked parts, broken into lines of the terminal's width. Marks that are empty, outside the text or
 * overlap one before them are left out.
 */
export function markText(text: string, marks: readonly Mark[], terminal: Terminal): string {
  const drawn = markedParts(text, marks).map(({ text: part, mark }) =>
    mark ? mark.draw(asBlock(part)) : asBlock(part),
  );
  return wrap(drawn.join(''), Math.max(LEAST_COLUMNS, terminal.columns));
}
