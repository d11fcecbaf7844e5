/** Lower code units never combine, so most texts need no segmenter. */
const FIRST_COMBINING = 0x300;

/** UTF-16 units to segment on each side of an offset. */
const SEGMENT_LENGTH = 1024;

/** A segmented part of a text. Offsets are relative to the full text. */
interface Piece {
  readonly text: string;
  readonly starts: readonly number[];
  readonly end: number;
}

let segmenter: Intl.Segmenter | undefined;
let latest: Piece | undefined;

const isPlain = (text: string, index: number) => !(text.charCodeAt(index) >= FIRST_COMBINING);

function plainBefore(text: string, offset: number): number {
  const lowest = Math.max(0, offset - 4 * SEGMENT_LENGTH);
  for (let index = offset; index > lowest; index -= 1) if (isPlain(text, index)) return index;
  return lowest;
}

/** The segmented part around an offset. The latest one is cached. */
function pieceAt(text: string, offset: number): Piece {
  if (latest && latest.text === text && offset >= latest.starts[0]! && offset < latest.end) return latest;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (let reach = SEGMENT_LENGTH; ; reach *= 2) {
    const from = plainBefore(text, offset - reach);
    const to = offset + reach;
    const starts = Array.from(segmenter.segment(text.slice(from, to)), ({ index }) => from + index);
    if (from > 0) starts.shift();
    const end = to < text.length ? (starts.pop() ?? 0) : text.length;
    if (starts.length > 0 && starts[0]! <= offset && offset < end) return (latest = { text, starts, end });
  }
}

/** The start and the end of the character that contains an offset. */
function characterAt(text: string, offset: number): readonly [from: number, to: number] {
  const { starts, end } = pieceAt(text, offset);
  const index = lastAtMost(starts, offset);
  return [starts[index]!, starts[index + 1] ?? end];
}

/** Index of the last of some ascending numbers that does not exceed a limit; 0 if all do. */
export function lastAtMost(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle]! <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The end of the character (grapheme) at an offset in UTF-16 units. */
export function nextBoundary(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  if (isPlain(text, offset) && isPlain(text, offset + 1)) return offset + 1;
  return characterAt(text, offset)[1];
}

/** The start of the character before an offset. */
export function previousBoundary(text: string, offset: number): number {
  if (offset <= 0) return 0;
  if (isPlain(text, offset - 1) && isPlain(text, offset - 2)) return offset - 1;
  return characterAt(text, offset - 1)[0];
}

/** The offset itself if it is between characters, otherwise the end of the character that contains it. */
export function boundaryFrom(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  if (offset <= 0 || (isPlain(text, offset - 1) && isPlain(text, offset))) return Math.max(0, offset);
  const [from, to] = characterAt(text, offset);
  return from === offset ? offset : to;
}

/** UTF-16 units to search first: word segmentation of some languages is slow. */
const WORD_REACH = 256;

let wordSegmenter: Intl.Segmenter | undefined;

function wordsIn(text: string, from: number, to: number): { readonly from: number; readonly to: number }[] {
  wordSegmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(wordSegmenter.segment(text.slice(from, to)))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index, segment }) => ({ from: from + index, to: from + index + segment.length }));
}

function spaceBefore(text: string, offset: number, units: number): number {
  const lowest = Math.max(0, offset - units);
  if (lowest === 0) return 0;
  const found = text.slice(lowest, offset).search(/\s/);
  return found === -1 ? lowest : lowest + found;
}

/** The end of the word at or after an offset; undefined if there is none. */
export function nextWordEnd(text: string, offset: number): number | undefined {
  const from = spaceBefore(text, offset, WORD_REACH);
  for (let units = WORD_REACH; ; units *= 2) {
    const end = Math.min(text.length, offset + units);
    const found = wordsIn(text, from, end).find(({ to }) => to > offset);
    // A word at the end of the searched part may be incomplete.
    if (found && (found.to < end || end === text.length)) return found.to;
    if (end === text.length) return undefined;
  }
}

/** The start of the word at or before an offset; undefined if there is none. */
export function previousWordStart(text: string, offset: number): number | undefined {
  const to = Math.min(text.length, offset + WORD_REACH);
  for (let units = WORD_REACH; ; units *= 2) {
    const start = spaceBefore(text, offset, units);
    const found = wordsIn(text, start, to).findLast(({ from }) => from < offset);
    if (found && (found.from > start || start === 0)) return found.from;
    if (start === 0) return undefined;
  }
}
