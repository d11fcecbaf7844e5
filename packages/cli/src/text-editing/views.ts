import { withCursor, type Theme } from '../terminal/index.ts';
import { previousBoundary } from './graphemes.ts';
import { cellsIn } from './rows.ts';

interface RowOptions {
  readonly columns: number;
  readonly theme: Theme;
  readonly cursor: number | undefined;
}

/** The part of a string between two offsets, as far as it fits. */
export function drawRow(text: string, from: number, to: number, options: RowOptions): string {
  const { columns, theme, cursor } = options;
  let drawn = '';
  for (const { offset, column, shown, width, isCode } of cellsIn(text, from, to, columns)) {
    if (column + width > columns) break;
    drawn += offset === cursor ? withCursor(shown) : isCode ? theme.dim(shown) : shown;
  }
  return cursor === to ? drawn + withCursor(' ') : drawn;
}

/** The first offset, not before `lowest`, from which the text up to `to` and the cursor fit. */
function firstFitting(text: string, to: number, columns: number, lowest: number): number {
  let used = 1;
  let from = to;
  while (from > lowest) {
    const before = previousBoundary(text, from);
    for (const { width } of cellsIn(text, before, from, columns)) used += width;
    if (used > columns) break;
    from = before;
  }
  return from;
}

/** Returns a function that draws the part of a line around the cursor, scrolled sideways only as far as needed. */
export function lineView(theme: Theme) {
  let left = 0;
  return (text: string, columns: number, cursor: number | undefined): string => {
    const target = Math.min(cursor ?? 0, text.length);
    const scrolled = target <= left ? target : firstFitting(text, target, columns, left);
    // Use all room before the end of the text.
    left = Math.min(scrolled, firstFitting(text, text.length, columns, 0));
    return drawRow(text, left, text.length, { columns, theme, cursor });
  };
}
