import { cellOf } from './cell.ts';
import { nextBoundary } from './graphemes.ts';
import type { Position, TextDocument } from './text-document.ts';

/** One row of a text as it is shown. */
export interface RowPlace {
  readonly line: number;
  readonly row: number;
}

/** The row that a position is shown in. */
export function rowOf(document: TextDocument, { line, offset }: Position, columns: number): RowPlace {
  return { line, row: document.rows(line, columns).rowAt(offset) };
}

/** The row above another; undefined at the top. */
export function rowAbove(
  document: TextDocument,
  { line, row }: RowPlace,
  columns: number,
): RowPlace | undefined {
  if (row > 0) return { line, row: row - 1 };
  return line > 0 ? { line: line - 1, row: document.rows(line - 1, columns).count() - 1 } : undefined;
}

/** The row below another; undefined at the bottom. */
export function rowBelow(
  document: TextDocument,
  { line, row }: RowPlace,
  columns: number,
): RowPlace | undefined {
  if (document.rows(line, columns).start(row + 1) !== undefined) return { line, row: row + 1 };
  return line < document.lineCount() - 1 ? { line: line + 1, row: 0 } : undefined;
}

/** Where a row begins and ends in its line, and whether its line goes on in the next row. */
export function rowRange(
  document: TextDocument,
  { line, row }: RowPlace,
  columns: number,
): { readonly from: number; readonly to: number; readonly goesOn: boolean } {
  const rows = document.rows(line, columns);
  const next = rows.start(row + 1);
  return { from: rows.start(row)!, to: next ?? document.line(line).length, goesOn: next !== undefined };
}

/** The column of an offset in its row. */
export function columnAt(text: string, from: number, offset: number, columns: number): number {
  let column = 0;
  for (let at = from; at < offset;) {
    const next = nextBoundary(text, at);
    column += cellOf(text.slice(at, next), column, columns).width;
    at = next;
  }
  return column;
}

/** The last place of a row that is not right of a column. */
export function positionAt(document: TextDocument, place: RowPlace, goal: number, columns: number): Position {
  const { from, to, goesOn } = rowRange(document, place, columns);
  const text = document.line(place.line);
  let column = 0;
  let offset = from;
  while (offset < to) {
    const next = nextBoundary(text, offset);
    column += cellOf(text.slice(offset, next), column, columns).width;
    // Behind the last character of a row that goes on is the next row.
    if (column > goal || (goesOn && next >= to)) break;
    offset = next;
  }
  return { line: place.line, offset };
}
