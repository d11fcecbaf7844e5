/**
 * Below this no character joins its neighbors (line ends aside, which stand in no line of a text), so that most texts
 * need no segmenter.
 */
const FIRST_JOINING = 0x300;

/** UTF-16 units that are looked at together. */
const PIECE = 1024;

/** A part of a text, and where the characters in it begin, as offsets of the whole text. */
interface Piece {
  readonly text: string;
  readonly starts: readonly number[];
  /** Where it ends; what lies before is whole characters. */
  readonly end: number;
}

let segmenter: Intl.Segmenter | undefined;
let latest: Piece | undefined;

const isPlain = (text: string, index: number) => !(text.charCodeAt(index) >= FIRST_JOINING);

type Range = readonly [first: number, last: number];

/** Letters that join nothing before them but what joins forward: plain ones, Thai, kana, Han, Hangul syllables. */
const alone: readonly Range[] = [
  [0, FIRST_JOINING - 1],
  [0x0e01, 0x0e2e],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
];

/** What may join forward: Prepend of Unicode (UAX 29), leading jamo, the joiner, halves of what is beyond U+FFFF. */
const forward: readonly Range[] = [
  [0x0600, 0x0605],
  [0x06dd, 0x06dd],
  [0x070f, 0x070f],
  [0x0890, 0x0891],
  [0x08e2, 0x08e2],
  [0x0d4e, 0x0d4e],
  [0x1100, 0x115f],
  [0x200d, 0x200d],
  [0xa960, 0xa97c],
  [0xd800, 0xdfff],
];

const isIn = (code: number, ranges: readonly Range[]) =>
  ranges.some(([first, last]) => code >= first && code <= last);

/** Whether a character surely begins at an offset: also pictures (U+1F400 to U+1FBFF) behind each other. */
function isSureStart(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  const before = text.charCodeAt(offset - 1);
  if (isIn(code, alone)) return !isIn(before, forward);
  const isPicture = code === 0xd83d || code === 0xd83e;
  return isPicture && (isIn(before, alone) || (before >= 0xdc00 && before <= 0xdfff));
}

/** An offset not long before another where a character surely begins. */
function sureStart(text: string, offset: number): number {
  const lowest = Math.max(0, offset - 4 * PIECE);
  for (let index = Math.min(offset, text.length - 1); index > lowest; index -= 1)
    if (isSureStart(text, index)) return index;
  return lowest;
}

/** The piece of a text that holds the character at an offset. The one that was looked at last is kept. */
function pieceAt(text: string, offset: number): Piece {
  if (latest && latest.text === text && offset >= latest.starts[0]! && offset < latest.end) return latest;
  const from = sureStart(text, offset);
  for (let length = offset - from + PIECE; ; length *= 2) {
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    const starts = Array.from(
      segmenter.segment(text.slice(from, from + length)),
      ({ index }) => from + index,
    );
    // The last character may go on behind the piece.
    const isCut = from + length < text.length;
    const end = isCut ? starts.pop()! : text.length;
    if (offset < end) return (latest = { text, starts, end });
  }
}

/** Where the character begins that holds an offset, and where it ends. */
function characterAt(text: string, offset: number): readonly [from: number, to: number] {
  const { starts, end } = pieceAt(text, offset);
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return [starts[low]!, starts[low + 1] ?? end];
}

/** Where the character ends, as a person sees it, that begins at or holds an offset (UTF-16 units). */
export function nextBoundary(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  if (isPlain(text, offset) && isPlain(text, offset + 1)) return offset + 1;
  return characterAt(text, offset)[1];
}

/** Where the character begins that ends at or holds what is before an offset. */
export function previousBoundary(text: string, offset: number): number {
  if (offset <= 0) return 0;
  if (isPlain(text, offset - 1) && isPlain(text, offset - 2)) return offset - 1;
  return characterAt(text, offset - 1)[0];
}

/** The offset itself where characters meet, else the end of the character that it lies in. */
export function boundaryFrom(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  if (offset <= 0 || (isPlain(text, offset - 1) && isPlain(text, offset))) return Math.max(0, offset);
  const [from, to] = characterAt(text, offset);
  return from === offset ? offset : to;
}

/** UTF-16 units around the cursor in which words are looked for first: languages without spaces need a dictionary. */
const AROUND = 256;

let wordSegmenter: Intl.Segmenter | undefined;

interface Word {
  readonly from: number;
  readonly to: number;
}

function wordsIn(text: string, from: number, to: number): Word[] {
  wordSegmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(wordSegmenter.segment(text.slice(from, to)))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index, segment }) => ({ from: from + index, to: from + index + segment.length }));
}

/** A place some way before an offset, at a space where there is one, so that no word is cut. */
function placeBefore(text: string, offset: number, units: number): number {
  const lowest = Math.max(0, offset - units);
  if (lowest === 0) return 0;
  const found = text.slice(lowest, offset).search(/\s/);
  return found === -1 ? lowest : lowest + found;
}

/** Where the next word ends: the one at an offset or the one that follows. Undefined when none does. */
export function nextWordEnd(text: string, offset: number): number | undefined {
  const from = placeBefore(text, offset, AROUND);
  for (let units = AROUND; ; units *= 2) {
    const end = Math.min(text.length, offset + units);
    const found = wordsIn(text, from, end).find(({ to }) => to > offset);
    // One that reaches the end of what was looked at may go on.
    if (found && (found.to < end || end === text.length)) return found.to;
    if (end === text.length) return undefined;
  }
}

/** Where the word begins that is at or before an offset. Undefined when none is. */
export function previousWordStart(text: string, offset: number): number | undefined {
  const to = Math.min(text.length, offset + AROUND);
  for (let units = AROUND; ; units *= 2) {
    const start = placeBefore(text, offset, units);
    const found = wordsIn(text, start, to).findLast(({ from }) => from < offset);
    if (found && (found.from > start || start === 0)) return found.from;
    if (start === 0) return undefined;
  }
}
