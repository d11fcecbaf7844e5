import { withCursor, type Size, type Theme } from '../terminal/index.ts';
import type { Editing } from './editing.ts';
import { nextBoundary, previousBoundary } from './graphemes.ts';
import { cellOf } from './rows.ts';
import { rowAbove, rowBelow, rowOf, rowRange, type RowPlace } from './text-document.ts';

/** A multi-line view that scrolls only as far as the cursor needs. */
export interface AreaView {
  draw(room: Size, isFocused: boolean): string[];
}

export function createAreaView(editing: Editing, theme: Theme): AreaView {
  const { document } = editing;
  let top: RowPlace = { line: 0, row: 0 };

  function scrolled({ columns, rows }: Size): RowPlace {
    const cursor = rowOf(document, editing.cursor, columns);
    const line = Math.min(top.line, document.lineCount() - 1);
    const known = document.rows(line, columns);
    const current = { line, row: known.start(top.row) === undefined ? known.count() - 1 : top.row };
    const lowest = isBefore(cursor, current) ? cursor : current;
    let highest = cursor;
    for (let step = 1; step < rows; step += 1) highest = rowAbove(document, highest, columns) ?? highest;
    return filled(isBefore(lowest, highest) ? highest : lowest, { columns, rows });
  }

  function filled(from: RowPlace, { columns, rows }: Size): RowPlace {
    let last: RowPlace | undefined = from;
    let free = rows;
    for (; last && free > 0; free -= 1) last = rowBelow(document, last, columns);
    let first = from;
    if (!last) for (; free > 0; free -= 1) first = rowAbove(document, first, columns) ?? first;
    return first;
  }

  return {
    draw(room, isFocused) {
      const { columns, rows } = room;
      top = scrolled(room);
      const { line, offset } = editing.cursor;
      const lines: string[] = [];
      let place: RowPlace | undefined = top;
      for (; place && lines.length < rows; place = rowBelow(document, place, columns)) {
        const { from, to, continues } = rowRange(document, place, columns);
        const isInRow = line === place.line && offset >= from && (continues ? offset < to : offset <= to);
        const cursor = isFocused && isInRow ? offset : undefined;
        lines.push(drawRow(document.line(place.line), from, to, { columns, theme, cursor }));
      }
      return lines;
    },
  };
}

function isBefore(one: RowPlace, other: RowPlace): boolean {
  return one.line < other.line || (one.line === other.line && one.row < other.row);
}

interface RowOptions {
  readonly columns: number;
  readonly theme: Theme;
  readonly cursor: number | undefined;
}

function drawRow(text: string, from: number, to: number, { columns, theme, cursor }: RowOptions): string {
  let drawn = '';
  let column = 0;
  for (let offset = from; offset < to;) {
    const next = nextBoundary(text, offset);
    const { shown, width, isCode } = cellOf(text.slice(offset, next), column, columns);
    drawn += offset === cursor ? withCursor(shown) : isCode ? theme.dim(shown) : shown;
    column += width;
    offset = next;
  }
  return cursor === to ? drawn + withCursor(' ') : drawn;
}

/** A one-line view of the part around the cursor. */
export interface LineView {
  draw(text: string, columns: number, cursor: number | undefined): string;
}

/** @param mask shown in place of each character */
export function createLineView(theme: Theme, mask?: string): LineView {
  let left = 0;
  const cell = (text: string, from: number, to: number, columns: number) =>
    mask === undefined
      ? cellOf(text.slice(from, to).replace('\t', ' '), 0, columns)
      : { shown: mask, width: 1, isCode: false };

  /** The first offset, not before `lowest`, from which the text up to `to` and the cursor fit. */
  function firstFitting(text: string, to: number, columns: number, lowest: number): number {
    let used = 1;
    let from = to;
    while (from > lowest) {
      const before = previousBoundary(text, from);
      used += cell(text, before, from, columns).width;
      if (used > columns) break;
      from = before;
    }
    return from;
  }

  return {
    draw(text, columns, cursor) {
      const target = Math.min(cursor ?? 0, text.length);
      const scrolled = target <= left ? target : firstFitting(text, target, columns, left);
      // Use all room before the end of the text.
      left = Math.min(scrolled, firstFitting(text, text.length, columns, 0));
      let drawn = '';
      let used = 0;
      for (let offset = left; offset < text.length;) {
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
