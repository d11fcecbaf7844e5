import { withCursor, type Theme } from '../terminal/index.ts';
import { nextBoundary, previousBoundary } from './graphemes.ts';
import { cellOf, type Cell } from './rows.ts';

interface RowOptions {
  readonly columns: number;
  readonly theme: Theme;
  readonly cursor: number | undefined;
  /** How a character is drawn at a column. Default: `cellOf`. */
  readonly cell?: (character: string, column: number, columns: number) => Cell;
}

/** The part of a string between two offsets, as far as it fits. */
export function drawRow(text: string, from: number, to: number, options: RowOptions): string {
  const { columns, theme, cursor, cell = cellOf } = options;
  let drawn = '';
  let column = 0;
  for (let offset = from; offset < to;) {
    const next = nextBoundary(text, offset);
    const { shown, width, isCode } = cell(text.slice(offset, next), column, columns);
    if (column + width > columns) break;
    drawn += offset === cursor ? withCursor(shown) : isCode ? theme.dim(shown) : shown;
    column += width;
    offset = next;
  }
  return cursor === to ? drawn + withCursor(' ') : drawn;
}

/**
 * Returns a function that draws the part of a line around the cursor, scrolled sideways only as far as needed.
 * @param mask shown in place of each character
 */
export function lineView(theme: Theme, mask?: string) {
  let left = 0;
  const cell = (character: string, _column: number, columns: number) =>
    mask === undefined
      ? cellOf(character.replace('\t', ' '), 0, columns)
      : { shown: mask, width: 1, isCode: false };

  /** The first offset, not before `lowest`, from which the text up to `to` and the cursor fit. */
  function firstFitting(text: string, to: number, columns: number, lowest: number): number {
    let used = 1;
    let from = to;
    while (from > lowest) {
      const before = previousBoundary(text, from);
      used += cell(text.slice(before, from), 0, columns).width;
      if (used > columns) break;
      from = before;
    }
    return from;
  }

  return (text: string, columns: number, cursor: number | undefined): string => {
    const target = Math.min(cursor ?? 0, text.length);
    const scrolled = target <= left ? target : firstFitting(text, target, columns, left);
    // Use all room before the end of the text.
    left = Math.min(scrolled, firstFitting(text, text.length, columns, 0));
    return drawRow(text, left, text.length, { columns, theme, cursor, cell });
  };
}
