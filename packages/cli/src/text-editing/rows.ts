import { cellOf } from './cell.ts';
import { nextBoundary } from './graphemes.ts';

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
