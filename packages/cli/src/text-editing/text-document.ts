import { nextBoundary } from './graphemes.ts';
import { cellOf, rowsOf, type Rows } from './rows.ts';

export interface Position {
  readonly line: number;
  /** In UTF-16 units. */
  readonly offset: number;
}

/** A text as lines that are wrapped into rows on demand. */
export interface TextDocument {
  text(): string;
  lineCount(): number;
  line(index: number): string;
  rows(line: number, columns: number): Rows;
  end(): Position;
  slice(from: Position, to: Position): string;
  /** @returns the end of the inserted text */
  replace(from: Position, to: Position, text: string): Position;
}

interface Line {
  readonly text: string;
  wrapped?: { readonly columns: number; readonly rows: Rows } | undefined;
}

export function createDocument(text = ''): TextDocument {
  let lines: Line[] = linesOf(text);
  let fullText = text;
  const line = (index: number) => lines[index]?.text ?? '';

  function offsetOf({ line: index, offset }: Position): number {
    let start = offset;
    for (let each = 0; each < index; each += 1) start += lines[each]!.text.length + 1;
    return start;
  }

  return {
    text: () => fullText,
    lineCount: () => lines.length,
    line,
    rows(index, columns) {
      const found = lines[index]!;
      if (found.wrapped?.columns !== columns) found.wrapped = { columns, rows: rowsOf(found.text, columns) };
      return found.wrapped.rows;
    },
    end: () => ({ line: lines.length - 1, offset: line(lines.length - 1).length }),
    slice(from, to) {
      if (from.line === to.line) return line(from.line).slice(from.offset, to.offset);
      const between = lines.slice(from.line + 1, to.line).map((each) => each.text);
      return [line(from.line).slice(from.offset), ...between, line(to.line).slice(0, to.offset)].join('\n');
    },
    replace(from, to, inserted) {
      const before = lines[from.line]!;
      // Faster than joining many lines.
      const start = offsetOf(from);
      const end = from.line === to.line ? start + to.offset - from.offset : offsetOf(to);
      fullText = fullText.slice(0, start) + inserted + fullText.slice(end);
      const head = before.text.slice(0, from.offset) + inserted;
      const next = linesOf(head + line(to.line).slice(to.offset));
      next[0]!.wrapped = rewrapped(before, from.offset, next[0]!.text);
      if (from.line === to.line && next.length === 1) lines[from.line] = next[0]!;
      else lines = [...lines.slice(0, from.line), ...next, ...lines.slice(to.line + 1)];
      return endOf(from, inserted);
    },
  };
}

export function endOf({ line, offset }: Position, text: string): Position {
  const last = text.lastIndexOf('\n');
  if (last === -1) return { line, offset: offset + text.length };
  return { line: line + text.split('\n').length - 1, offset: text.length - last - 1 };
}

function linesOf(text: string): Line[] {
  return text.split('\n').map((each) => ({ text: each }));
}

/** Keeps the rows before a change, except the last two, which may wrap differently. */
function rewrapped({ wrapped }: Line, offset: number, text: string): Line['wrapped'] {
  if (!wrapped) return undefined;
  const { columns, rows } = wrapped;
  const changed = rows.starts.findLastIndex((start) => start <= offset);
  return { columns, rows: rowsOf(text, columns, rows.starts.slice(0, Math.max(1, changed - 1))) };
}

export interface RowPlace {
  readonly line: number;
  readonly row: number;
}

export function rowOf(document: TextDocument, { line, offset }: Position, columns: number): RowPlace {
  return { line, row: document.rows(line, columns).rowAt(offset) };
}

export function rowAbove(
  document: TextDocument,
  { line, row }: RowPlace,
  columns: number,
): RowPlace | undefined {
  if (row > 0) return { line, row: row - 1 };
  return line > 0 ? { line: line - 1, row: document.rows(line - 1, columns).count() - 1 } : undefined;
}

export function rowBelow(
  document: TextDocument,
  { line, row }: RowPlace,
  columns: number,
): RowPlace | undefined {
  if (document.rows(line, columns).start(row + 1) !== undefined) return { line, row: row + 1 };
  return line < document.lineCount() - 1 ? { line: line + 1, row: 0 } : undefined;
}

export function rowRange(
  document: TextDocument,
  { line, row }: RowPlace,
  columns: number,
): { readonly from: number; readonly to: number; readonly continues: boolean } {
  const rows = document.rows(line, columns);
  const next = rows.start(row + 1);
  return { from: rows.start(row)!, to: next ?? document.line(line).length, continues: next !== undefined };
}

/** The column of an offset in its row, which starts at `from`. */
export function columnAt(text: string, from: number, offset: number, columns: number): number {
  let column = 0;
  for (let at = from; at < offset;) {
    const next = nextBoundary(text, at);
    column += cellOf(text.slice(at, next), column, columns).width;
    at = next;
  }
  return column;
}

/** The last position of a row that is not right of a column. */
export function positionAt(document: TextDocument, place: RowPlace, goal: number, columns: number): Position {
  const { from, to, continues } = rowRange(document, place, columns);
  const text = document.line(place.line);
  let column = 0;
  let offset = from;
  while (offset < to) {
    const next = nextBoundary(text, offset);
    column += cellOf(text.slice(offset, next), column, columns).width;
    // The end of a continued row belongs to the next row.
    if (column > goal || (continues && next >= to)) break;
    offset = next;
  }
  return { line: place.line, offset };
}
