import { withCursor } from '../terminal/cursor-mark.ts';
import type { Theme } from '../terminal/theme.ts';
import { cellOf } from './cell.ts';
import { nextBoundary, previousBoundary } from './graphemes.ts';

/** Shows a text on one line; where it is longer, the part around the cursor. */
export interface LineView {
  /** @param cursor offset in UTF-16 units; none where the box has no focus */
  draw(text: string, columns: number, cursor: number | undefined): string;
}

/** @param mask shown in place of each character */
export function createLineView(theme: Theme, mask?: string): LineView {
  let left = 0;
  const cell = (text: string, from: number, to: number, columns: number) =>
    mask === undefined
      ? cellOf(text.slice(from, to).replace('\t', ' '), 0, columns)
      : { shown: mask, width: 1, isCode: false };

  /** The first character in view: the cursor has a cell behind it. */
  function scrolled(text: string, columns: number, cursor: number): number {
    if (cursor <= left) return cursor;
    let used = 1;
    let from = cursor;
    while (from > left) {
      const before = previousBoundary(text, from);
      used += cell(text, before, from, columns).width;
      if (used > columns) break;
      from = before;
    }
    return from;
  }

  /** The first character in view with the text's end at the edge: from further on, room would be left empty. */
  function last(text: string, columns: number): number {
    let used = 1;
    let from = text.length;
    while (from > 0) {
      const before = previousBoundary(text, from);
      used += cell(text, before, from, columns).width;
      if (used > columns) break;
      from = before;
    }
    return from;
  }

  return {
    draw(text, columns, cursor) {
      left = Math.min(scrolled(text, columns, Math.min(cursor ?? 0, text.length)), last(text, columns));
      let drawn = '';
      let used = 0;
      let offset = left;
      while (offset < text.length) {
        const next = nextBoundary(text, offset);
        const { shown, width, isCode } = cell(text, offset, next, columns);
        if (used + width > columns) break;
        drawn += offset === cursor ? withCursor(shown) : isCode ? theme.dim(shown) : shown;
        used += width;
        offset = next;
      }
      if (cursor !== undefined && cursor >= text.length) drawn += withCursor(' ');
      return drawn;
    },
  };
}
