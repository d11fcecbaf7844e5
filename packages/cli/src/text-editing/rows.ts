import { visible } from '@tryout/engine';
import { truncate, widthOf } from '../terminal/index.ts';
import { nextBoundary } from './graphemes.ts';

const TAB = 4;

export interface Cell {
  readonly shown: string;
  /** In cells. */
  readonly width: number;
  /** Whether it is shown as its code point. */
  readonly isCode: boolean;
}

/**
 * How a character is drawn: control and zero-width characters as code points, tabs as spaces to the next stop.
 * @param column where it starts in its row
 * @param columns cells of the row: tabs end there, and no character is as wide as the row
 */
export function cellOf(character: string, column: number, columns: number): Cell {
  if (character === '\t') {
    const width = Math.max(1, Math.min(TAB - (column % TAB), columns - column));
    return { shown: ' '.repeat(width), width, isCode: false };
  }
  const cell = /^[ -~]$/.test(character) ? { shown: character, width: 1, isCode: false } : newCell(character);
  // Graphemes may be arbitrarily wide.
  return cell.width < columns
    ? cell
    : { ...cell, shown: truncate(cell.shown, columns - 1), width: columns - 1 };
}

/**
 * Tag characters are only allowed in flags of regions: elsewhere they hide text. Created on demand, because it is
 * large.
 */
let regionFlag: RegExp | undefined;

function isRegionFlag(character: string): boolean {
  if (!character.startsWith('\u{1f3f4}')) return false;
  regionFlag ??= new RegExp('^\\p{RGI_Emoji_Tag_Sequence}$', 'v');
  return regionFlag.test(character);
}

function newCell(character: string): Cell {
  const shown = isRegionFlag(character) ? character : visible(character);
  const width = widthOf(shown);
  if (width > 0) return { shown, width, isCode: shown !== character };
  const codes = Array.from(character, (point) => {
    const code = (point.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `<U+${code.padStart(4, '0')}>`;
  }).join('');
  return { shown: codes, width: codes.length, isCode: true };
}

/** Closing punctuation stays with the text before it. */
const closing = /^[\p{Pe}\p{Pf}\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]/u;

/** The rows of a string, computed lazily. Offsets are in UTF-16 units. */
export interface Rows {
  /** The starts of the rows that are known so far. */
  readonly starts: readonly number[];
  /** Undefined below the last row. */
  start(row: number): number | undefined;
  /** The end of a row's text, before its newline; `continues` if it has none. */
  end(row: number): { readonly end: number; readonly continues: boolean };
  /** The row with the cursor at an offset. */
  rowAt(offset: number): number;
}

/**
 * Wraps a string at newlines, at spaces and between wide characters if possible. The last cell of each row is reserved
 * for the cursor or a space.
 * @param columns cells of a row
 * @param known the starts of the first rows, if known
 */
export function rowsOf(text: string, columns: number, known: readonly number[] = [0]): Rows {
  const starts = [...known];
  let isComplete = false;
  function grow(): void {
    const next = nextRow(text, starts.at(-1)!, Math.max(2, columns));
    if (next === undefined) isComplete = true;
    else starts.push(next);
  }
  function start(row: number): number | undefined {
    while (!isComplete && starts.length <= row) grow();
    return starts[row];
  }
  return {
    starts,
    start,
    end(row) {
      const next = start(row + 1);
      if (next === undefined) return { end: text.length, continues: false };
      const hasNewline = next > starts[row]! && text[next - 1] === '\n';
      return { end: hasNewline ? next - 1 : next, continues: !hasNewline };
    },
    rowAt(offset) {
      while (!isComplete && starts.at(-1)! <= offset) grow();
      return starts.findLastIndex((start) => start <= offset);
    },
  };
}

/** The start of the row after the one that starts at an offset; undefined for the last row. */
function nextRow(text: string, from: number, columns: number): number | undefined {
  let column = 0;
  let breakAt: number | undefined;
  let offset = from;
  while (offset < text.length && text[offset] !== '\n') {
    const next = nextBoundary(text, offset);
    const character = text.slice(offset, next);
    const isSpace = character === ' ' || character === '\t';
    const { width } = cellOf(character, column, columns);
    const isWide = width > 1 && !isSpace;
    if (isWide && offset > from && !closing.test(character)) breakAt = offset;
    if (column + width > columns - (isSpace ? 0 : 1) && offset > from) return breakAt ?? offset;
    column += width;
    if (isSpace || isWide) breakAt = next;
    offset = next;
  }
  // A full row has no cell for the cursor at its end.
  if (column >= columns) return offset;
  return offset < text.length ? offset + 1 : undefined;
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

/** The last offset in a row that is not right of a column. */
export function offsetAt(text: string, rows: Rows, row: number, goal: number, columns: number): number {
  const { end, continues } = rows.end(row);
  let column = 0;
  let offset = rows.start(row)!;
  while (offset < end) {
    const next = nextBoundary(text, offset);
    column += cellOf(text.slice(offset, next), column, columns).width;
    // The end of a continued row belongs to the next row.
    if (column > goal || (continues && next >= end)) break;
    offset = next;
  }
  return offset;
}
