import { nextBoundary } from './graphemes.ts';
import { cellOf, rowsOf, type Rows } from './rows.ts';

/** A place in a text: between two characters of a line. */
export interface Position {
  readonly line: number;
  /** UTF-16 units from the line's beginning. */
  readonly offset: number;
}

/** A text as lines, which are changed one by one and broken into rows when they are looked at. */
export interface TextDocument {
  text(): string;
  lineCount(): number;
  line(index: number): string;
  rows(line: number, columns: number): Rows;
  end(): Position;
  slice(from: Position, to: Position): string;
  /** @returns where what was put in ends */
  replace(from: Position, to: Position, text: string): Position;
}

interface Line {
  readonly text: string;
  rows?: { readonly columns: number; readonly rows: ReturnType<typeof rowsOf> };
}

/** A document that holds a text. */
export function createDocument(text = ''): TextDocument {
  let lines: Line[] = linesOf(text);
  let whole = text;
  const line = (index: number) => lines[index]?.text ?? '';

  function rows(index: number, columns: number): Rows {
    const found = lines[index]!;
    if (found.rows?.columns !== columns) found.rows = { columns, rows: rowsOf(found.text, columns) };
    return found.rows.rows;
  }

  function offsetOf({ line: index, offset }: Position): number {
    let start = offset;
    for (let each = 0; each < index; each += 1) start += lines[each]!.text.length + 1;
    return start;
  }

  return {
    text: () => whole,
    lineCount: () => lines.length,
    line,
    rows,
    end: () => ({ line: lines.length - 1, offset: line(lines.length - 1).length }),
    slice(from, to) {
      if (from.line === to.line) return line(from.line).slice(from.offset, to.offset);
      const between = lines.slice(from.line + 1, to.line).map((each) => each.text);
      return [line(from.line).slice(from.offset), ...between, line(to.line).slice(0, to.offset)].join('\n');
    },
    replace(from, to, inserted) {
      const before = lines[from.line]!;
      // Joining many lines takes longer than changing the whole.
      const start = offsetOf(from);
      const end = from.line === to.line ? start + to.offset - from.offset : offsetOf(to);
      whole = whole.slice(0, start) + inserted + whole.slice(end);
      const head = before.text.slice(0, from.offset) + inserted;
      const next = linesOf(head + line(to.line).slice(to.offset));
      next[0]!.rows = keptRows(before, from.offset, next[0]!.text);
      if (from.line === to.line && next.length === 1) lines[from.line] = next[0]!;
      else lines = [...lines.slice(0, from.line), ...next, ...lines.slice(to.line + 1)];
      return endOf(from, inserted);
    },
  };
}

/** Where a text ends that begins at a position. */
export function endOf({ line, offset }: Position, text: string): Position {
  const last = text.lastIndexOf('\n');
  if (last === -1) return { line, offset: offset + text.length };
  return { line: line + text.split('\n').length - 1, offset: text.length - last - 1 };
}

function linesOf(text: string): Line[] {
  return text.split('\n').map((each) => ({ text: each }));
}

/** Rows before a change stay: all but the one that was changed and the two before, into which words may move. */
function keptRows({ rows }: Line, offset: number, text: string): Line['rows'] {
  if (!rows) return undefined;
  const { starts } = rows.rows;
  let changed = starts.length - 1;
  while (changed > 0 && starts[changed]! > offset) changed -= 1;
  const { columns } = rows;
  return { columns, rows: rowsOf(text, columns, starts.slice(0, Math.max(1, changed - 1))) };
}

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
