import { withCursor, type Theme } from '../terminal/index.ts';
import { previousBoundary } from './graphemes.ts';
import { cellsIn, type PlacedCell } from './rows.ts';

interface RowOptions {
  readonly columns: number;
  readonly theme: Theme;
  readonly cursor: number | undefined;
}

/** The visible part of a line. */
export interface LineView {
  readonly cells: readonly PlacedCell[];
  /** Index of the cell under the cursor; after the last one, the number of cells. */
  readonly cursor: number | undefined;
}

/** The part of a string between two offsets, as far as it fits. */
function view(text: string, from: number, to: number, columns: number, cursor?: number): LineView {
  const cells: PlacedCell[] = [];
  let at: number | undefined;
  for (const cell of cellsIn(text, from, to, columns)) {
    if (cell.column + cell.width > columns) break;
    if (cell.offset === cursor) at = cells.length;
    cells.push(cell);
  }
  return { cells, cursor: cursor === to ? cells.length : at };
}

/** How a character is drawn without the cursor. */
export function drawCell({ text, isCode }: PlacedCell, theme: Theme): string {
  return isCode ? theme.dim(text) : text;
}

export function drawView({ cells, cursor }: LineView, theme: Theme): string {
  const parts = cells.map((cell, index) =>
    index === cursor ? withCursor(cell.text) : drawCell(cell, theme),
  );
  return parts.join('') + (cursor === cells.length ? withCursor(' ') : '');
}

/** Draws the part of a string between two offsets, as far as it fits. */
export function drawRow(text: string, from: number, to: number, options: RowOptions): string {
  const { columns, theme, cursor } = options;
  return drawView(view(text, from, to, columns, cursor), theme);
}

/** The first offset, not before `lowest`, from which the text up to `to` and the cursor fit. */
function firstFitting(text: string, to: number, columns: number, lowest: number): number {
  let total = 1;
  let from = to;
  while (from > lowest) {
    const before = previousBoundary(text, from);
    for (const { width } of cellsIn(text, before, from, columns)) total += width;
    if (total > columns) break;
    from = before;
  }
  return from;
}

/** Returns a function that views the part of a line around the cursor, scrolled sideways only as far as needed. */
export function lineView() {
  let start = 0;
  return (text: string, columns: number, cursor: number | undefined): LineView => {
    const target = Math.min(cursor ?? 0, text.length);
    const first = target <= start ? target : firstFitting(text, target, columns, start);
    // Use all room before the end of the text.
    start = Math.min(first, firstFitting(text, text.length, columns, 0));
    return view(text, start, text.length, columns, cursor);
  };
}
