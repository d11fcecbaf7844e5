import { graphemesOf, isSingleWidth, widthOf } from '../index.ts';

/** Double-width East Asian characters; lines may break between any two of them. */
const wide =
  '\\u3041-\\u3096\\u30a0-\\u30ff\\u3001-\\u3029\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff60';
/** Spaces, a wide character with its modifiers, or a piece of a word; long words are split into pieces. */
const token = new RegExp(`( +)|([${wide}][\\u3099\\u309a\\ufe00-\\ufe0f]*)|[^ ${wide}]{1,200}`, 'gu');

/** In UTF-16 units. */
export interface LineBreak {
  readonly end: number;
  readonly next: number;
}

/**
 * The break of the line that starts at `start`, between words if possible; undefined if the rest fits. Spaces at the
 * break belong to neither line. Appended text does not change earlier breaks.
 */
export function breakLine(text: string, start: number, columns: number): LineBreak | undefined {
  let used = 0;
  /** The last possible break. */
  let last: LineBreak | undefined;
  let hasWord = false;
  token.lastIndex = start;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [piece, spaces, broad] = found;
    const from = found.index;
    if (spaces !== undefined) {
      if (hasWord) last = { end: from, next: token.lastIndex };
      used += spaces.length;
      continue;
    }
    if (broad !== undefined && hasWord && last?.next !== from) last = { end: from, next: from };
    const width = broad === undefined ? widthOf(piece) : 2;
    if (used + width > columns) {
      // Indentation without room for a character is dropped.
      if (!hasWord && used > 0 && columns - used < 2) return { end: start, next: from };
      return last ?? breakWord(text, from, piece, columns - used, hasWord);
    }
    used += width;
    hasWord = true;
    if (broad !== undefined) last = { end: token.lastIndex, next: token.lastIndex };
  }
  return undefined;
}

function breakWord(text: string, from: number, piece: string, room: number, hasWord: boolean): LineBreak {
  if (isSingleWidth(piece) && room > 0) return { end: from + room, next: from + room };
  let used = 0;
  let end = from;
  for (const { segment } of graphemesOf(piece)) {
    used += widthOf(segment);
    if (used > room && (end > from || hasWord)) break;
    end += segment.length;
  }
  return { end, next: end };
}
