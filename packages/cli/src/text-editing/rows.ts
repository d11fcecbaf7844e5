import { visible } from '@tryout/engine';
import { truncate, getWidth, withCursor, type Theme } from '../screen/index.ts';
import { nextBoundary, previousBoundary } from './graphemes.ts';

const TAB = 4;

/** A character as it is drawn. */
interface Cell {
  readonly text: string;
  /** In cells. */
  readonly width: number;
  /** Whether it is shown as its code point. */
  readonly isCode: boolean;
}

/** A character in its row. Offsets are in UTF-16 units. */
interface PlacedCell extends Cell {
  readonly character: string;
  readonly offset: number;
  readonly next: number;
  readonly column: number;
}

/**
 * How a character is drawn: control and zero-width characters as code points, tabs as spaces to the next stop.
 * @param column where it starts in its row
 * @param columns cells of the row: tabs end there, and no character is as wide as the row
 */
function getCell(character: string, column: number, columns: number): Cell {
  if (/^[ -~]$/.test(character)) return { text: character, width: 1, isCode: false };
  if (character === '\t') {
    const width = Math.max(1, Math.min(TAB - (column % TAB), columns - column));
    return { text: ' '.repeat(width), width, isCode: false };
  }
  const cell = cells.get(character) ?? measureCell(character);
  // Graphemes may be arbitrarily wide.
  return cell.width < columns
    ? cell
    : { ...cell, text: truncate(cell.text, columns - 1), width: columns - 1 };
}

/** Measuring is slow. */
const cells = new Map<string, Cell>();
const MAX_CELLS = 10_000;

function measureCell(character: string): Cell {
  const visibleText = visible(character);
  const text = getWidth(visibleText) > 0 ? visibleText : getCodes(character);
  const cell = { text, width: getWidth(text), isCode: text !== character };
  if (cells.size < MAX_CELLS) cells.set(character, cell);
  return cell;
}

function getCodes(character: string): string {
  return Array.from(character, (point) => {
    const code = (point.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `<U+${code.padStart(4, '0')}>`;
  }).join('');
}

/** The characters between two offsets of a row that starts at the first one. */
export function* cellsIn(text: string, from: number, to: number, columns: number): Generator<PlacedCell> {
  let column = 0;
  for (let offset = from; offset < to;) {
    const next = nextBoundary(text, offset);
    const character = text.slice(offset, next);
    const cell = getCell(character, column, columns);
    yield { ...cell, character, offset, next, column };
    column += cell.width;
    offset = next;
  }
}

/**
 * Wraps a string at newlines, at spaces and between wide characters if possible. The last cell of each row is reserved
 * for the cursor or a space.
 * @param columns cells of a row
 * @returns the offsets where the rows start
 */
export function layOutRows(text: string, columns: number): readonly number[] {
  const starts: number[] = [];
  for (let from: number | undefined = 0; from !== undefined; from = nextRow(text, from, Math.max(2, columns)))
    starts.push(from);
  return starts;
}

/** The start of the row after the one that starts at an offset; undefined for the last row. */
function nextRow(text: string, from: number, columns: number): number | undefined {
  let position = 0;
  let breakAt: number | undefined;
  // Not `cellsIn`, which takes seconds for a megabyte.
  for (let offset = from, next: number; offset < text.length; offset = next) {
    next = nextBoundary(text, offset);
    const character = text.slice(offset, next);
    // A full row has no cell for the cursor at its end.
    if (character === '\n') return position >= columns ? offset : next;
    const isSpace = character === ' ' || character === '\t';
    const { width } = getCell(character, position, columns);
    const isWide = width > 1 && !isSpace;
    if (isWide && offset > from) breakAt = offset;
    if (position + width > columns - (isSpace ? 0 : 1) && offset > from) return breakAt ?? offset;
    position += width;
    if (isSpace || isWide) breakAt = next;
  }
  return position >= columns ? text.length : undefined;
}

/** The row with the cursor at an offset. */
export function rowAt(rows: readonly number[], offset: number): number {
  return rows.findLastIndex((start) => start <= offset);
}

/** The end of a row's text, before its newline; `continues` if it has none. */
export function rowEnd(text: string, rows: readonly number[], row: number) {
  const next = rows[row + 1];
  if (next === undefined) return { end: text.length, continues: false };
  const hasNewline = next > rows[row]! && text[next - 1] === '\n';
  return { end: hasNewline ? next - 1 : next, continues: !hasNewline };
}

/** The last offset in a row that is not right of a column. */
export function offsetAt(text: string, rows: readonly number[], row: number, goal: number, columns: number) {
  const { end, continues } = rowEnd(text, rows, row);
  let offset = rows[row]!;
  for (const { next, column, width } of cellsIn(text, offset, end, columns)) {
    // The end of a continued row belongs to the next row.
    if (column + width > goal || (continues && next >= end)) break;
    offset = next;
  }
  return offset;
}

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
