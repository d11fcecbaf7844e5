import { type Size, type Theme, withCursor } from '../terminal/index.ts';
import type { Editing } from './editing.ts';
import { nextBoundary, previousBoundary } from './graphemes.ts';
import { cellOf } from './rows.ts';
import { rowAbove, rowBelow, rowOf, type RowPlace, rowRange } from './text-document.ts';

/** Shows a text in rows, as far as the room goes; what was in view stays there as long as the cursor does. */
export interface AreaView {
  draw(room: Size, isFocused: boolean): string[];
}

/** A view of a text from its beginning. */
export function createAreaView(
  { document, ...editing }: Pick<Editing, 'document'> & { cursor(): Editing['cursor'] },
  theme: Theme,
): AreaView {
  let top: RowPlace = { line: 0, row: 0 };

  /** The first row in view, so that the cursor's is among the rows. */
  function scrolled({ columns, rows }: Size): RowPlace {
    const cursor = rowOf(document, editing.cursor(), columns);
    const line = Math.min(top.line, document.lineCount() - 1);
    const known = document.rows(line, columns);
    const kept = { line, row: known.start(top.row) === undefined ? known.count() - 1 : top.row };
    const lowest = isBefore(cursor, kept) ? cursor : kept;
    let highest = cursor;
    for (let step = 1; step < rows; step += 1) highest = rowAbove(document, highest, columns) ?? highest;
    return filled(isBefore(lowest, highest) ? highest : lowest, { columns, rows });
  }

  /** Goes up as long as there is room below the text's end. */
  function filled(from: RowPlace, { columns, rows }: Size): RowPlace {
    let last: RowPlace | undefined = from;
    let free = rows;
    while (last && free > 0) {
      free -= 1;
      last = rowBelow(document, last, columns);
    }
    let top = from;
    // The last row is counted, too: what is free now lies behind the end.
    for (; free > 0 && !last; free -= 1) top = rowAbove(document, top, columns) ?? top;
    return top;
  }

  return {
    draw(room, isFocused) {
      const { columns, rows } = room;
      top = scrolled(room);
      const lines: string[] = [];
      for (
        let place: RowPlace | undefined = top;
        place && lines.length < rows;
        place = rowBelow(document, place, columns)
      ) {
        const { from, to, goesOn } = rowRange(document, place, columns);
        const { line, offset } = editing.cursor();
        const isHere =
          isFocused && line === place.line && offset >= from && (goesOn ? offset < to : offset <= to);
        lines.push(
          drawRow(document.line(place.line), from, to, {
            columns,
            theme,
            cursor: isHere ? offset : undefined,
          }),
        );
      }
      return lines;
    },
  };
}

function isBefore(one: RowPlace, other: RowPlace): boolean {
  return one.line < other.line || (one.line === other.line && one.row < other.row);
}

interface RowLook {
  readonly columns: number;
  readonly theme: Theme;
  /** The offset that the cursor stands at, when it is in the row. */
  readonly cursor: number | undefined;
}

function drawRow(text: string, from: number, to: number, { columns, theme, cursor }: RowLook): string {
  let drawn = '';
  let column = 0;
  for (let offset = from; offset < to;) {
    const next = nextBoundary(text, offset);
    const { shown, width, isCode } = cellOf(text.slice(offset, next), column, columns);
    const styled = isCode ? theme.dim(shown) : shown;
    drawn += offset === cursor ? withCursor(shown) : styled;
    column += width;
    offset = next;
  }
  return cursor === to ? drawn + withCursor(' ') : drawn;
}

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
