import { visible } from '@tryout/engine';
import { truncate, widthOf } from '../terminal/index.ts';
import { nextBoundary } from './graphemes.ts';

const TAB = 4;
const known = new Map<string, Cell>();
/** So that a text of every script there is does not fill the memory. */
const MOST_KNOWN = 4096;

/** How one character is drawn. */
export interface Cell {
  readonly shown: string;
  /** In cells. */
  readonly width: number;
  /** Whether it is shown by its code, since nobody could see it. */
  readonly isCode: boolean;
}

/**
 * How a character is drawn: what steers a terminal or takes no cell is shown by its code, a tab as the spaces up to the
 * next stop.
 * @param column where it begins in its row
 * @param columns cells of the row: tabs end there, and nothing is wider than all but one of them
 */
export function cellOf(character: string, column: number, columns: number): Cell {
  if (character === '\t') {
    const width = Math.max(1, Math.min(TAB - (column % TAB), columns - column));
    return { shown: ' '.repeat(width), width, isCode: false };
  }
  const cell = known.get(character) ?? make(character);
  // Marks can be heaped on each other without end.
  return cell.width < columns
    ? cell
    : { ...cell, shown: truncate(cell.shown, columns - 1), width: columns - 1 };
}

function make(character: string): Cell {
  const cell = cellAlone(character);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(character, cell);
  return cell;
}

/** Flags of parts of countries are made with tags, which hide texts elsewhere. Made when first needed: it is large. */
let tagged: RegExp | undefined;

function isFlag(character: string): boolean {
  if (!character.startsWith('\u{1f3f4}')) return false;
  tagged ??= new RegExp('^\\p{RGI_Emoji_Tag_Sequence}$', 'v');
  return tagged.test(character);
}

function cellAlone(character: string): Cell {
  const shown = isFlag(character) ? character : visible(character);
  const width = widthOf(shown);
  if (width > 0) return { shown, width, isCode: shown !== character };
  const codes = [...character].map((point) => `<U+${hexadecimal(point)}>`).join('');
  return { shown: codes, width: codes.length, isCode: true };
}

function hexadecimal(point: string): string {
  return (point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** Closing signs stay with what they close. */
const closing = /^[\p{Pe}\p{Pf}\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]/u;

/** The rows of one line of text, as wide as the last room: found as far as they were asked for. */
export interface Rows {
  /** Where a row begins; undefined behind the last one. */
  start(row: number): number | undefined;
  /** The row that an offset is in; what lies between two rows is in the later one. */
  rowAt(offset: number): number;
  count(): number;
}

/**
 * Breaks a line into rows at spaces and between wide letters, else where the row is full. A cell of each row is kept for
 * the cursor; one space may stand there.
 * @param columns cells of the room
 * @param known where the first rows begin, when that is known
 */
export function rowsOf(
  text: string,
  columns: number,
  known: readonly number[] = [0],
): Rows & { readonly starts: number[] } {
  const starts = [...known];
  let isComplete = false;
  const grow = () => {
    const from = starts.at(-1)!;
    const { end, isOver } = rowEnd(text, from, Math.max(2, columns));
    if (end < text.length || isOver) starts.push(end);
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
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle]! <= offset) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    count() {
      while (!isComplete) grow();
      return starts.length;
    },
  };
}

/** Where the row ends that begins at an offset, and whether a space stands in the cursor's cell at the text's end. */
function rowEnd(
  text: string,
  from: number,
  columns: number,
): { readonly end: number; readonly isOver: boolean } {
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
      return { end: breakAt ?? offset, isOver: false };
    column += width;
    if (isSpace || isWide) breakAt = next;
    offset = next;
  }
  return { end: text.length, isOver: column > columns - 1 };
}
