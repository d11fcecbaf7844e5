import { visible } from '@tryout/engine';
import { truncate, widthOf } from '../terminal/index.ts';
import { lastAtMost, nextBoundary } from './graphemes.ts';

const TAB = 4;
const cells = new Map<string, Cell>();
const MAX_CELLS = 4096;

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
  let cell = cells.get(character);
  if (!cell) {
    cell = newCell(character);
    if (cells.size >= MAX_CELLS) cells.clear();
    cells.set(character, cell);
  }
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
  const codes = [...character].map((point) => `<U+${hexadecimal(point)}>`).join('');
  return { shown: codes, width: codes.length, isCode: true };
}

function hexadecimal(point: string): string {
  return (point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** Closing punctuation stays with the text before it. */
const closing = /^[\p{Pe}\p{Pf}\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]/u;

/** The rows of one line of text, computed lazily. */
export interface Rows {
  readonly starts: readonly number[];
  start(row: number): number | undefined;
  rowAt(offset: number): number;
  count(): number;
}

/**
 * Wraps a line at spaces and between wide characters if possible. The last cell of each row is reserved for the
 * cursor or a space.
 * @param columns cells of a row
 * @param known the starts of the first rows, if known
 */
export function rowsOf(text: string, columns: number, known: readonly number[] = [0]): Rows {
  const starts = [...known];
  let isComplete = false;
  const grow = () => {
    const from = starts.at(-1)!;
    const { end, isFull } = rowEnd(text, from, Math.max(2, columns));
    if (end < text.length || isFull) starts.push(end);
    isComplete = end >= text.length;
  };
  return {
    starts,
    start(row) {
      while (!isComplete && starts.length <= row) grow();
      return starts[row];
    },
    rowAt(offset) {
      while (!isComplete && starts.at(-1)! <= offset) grow();
      return lastAtMost(starts, offset);
    },
    count() {
      while (!isComplete) grow();
      return starts.length;
    },
  };
}

/** @returns the end of the row that starts at an offset, and whether no cell is left for a cursor at the text's end */
function rowEnd(
  text: string,
  from: number,
  columns: number,
): { readonly end: number; readonly isFull: boolean } {
  let column = 0;
  let breakAt: number | undefined;
  for (let offset = from; offset < text.length;) {
    const next = nextBoundary(text, offset);
    const character = text.slice(offset, next);
    const isSpace = character === ' ' || character === '\t';
    const { width } = cellOf(character, column, columns);
    const isWide = width > 1 && !isSpace;
    if (isWide && offset > from && !closing.test(character)) breakAt = offset;
    if (column + width > columns - (isSpace ? 0 : 1) && offset > from)
      return { end: breakAt ?? offset, isFull: false };
    column += width;
    if (isSpace || isWide) breakAt = next;
    offset = next;
  }
  return { end: text.length, isFull: column > columns - 1 };
}
