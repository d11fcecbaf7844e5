import { splitGraphemes } from '../screen/index.ts';

/** UTF-16 units to segment before and after an offset. */
const REACH = 256;

/**
 * Whether the character at an offset combines with no plain neighbor, so that most texts need no segmenter: characters
 * below U+0300, kana, Han and Hangul syllables.
 */
function isPlain(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  return (
    !(code >= 0x300) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fa)
  );
}

/** The start and the end of the character that contains an offset. */
function characterAt(text: string, offset: number): readonly [from: number, to: number] {
  const lowest = Math.max(0, offset - REACH);
  let from = offset;
  // A boundary between two plain characters.
  while (from > lowest && !(isPlain(text, from) && isPlain(text, from - 1))) from -= 1;
  const { index, segment } = splitGraphemes(text.slice(from, offset + REACH)).containing(offset - from)!;
  return [from + index, from + index + segment.length];
}

/** The end of the character (grapheme) that starts at an offset in UTF-16 units. */
export function nextBoundary(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  if (isPlain(text, offset) && isPlain(text, offset + 1)) return offset + 1;
  return offset + splitGraphemes(text.slice(offset, offset + REACH)).containing(0)!.segment.length;
}

/** The start of the character before an offset. */
export function previousBoundary(text: string, offset: number): number {
  if (offset <= 0) return 0;
  if (isPlain(text, offset - 1) && isPlain(text, offset - 2)) return offset - 1;
  return characterAt(text, offset - 1)[0];
}

/** The offset itself if it is between characters, otherwise the end of the character that contains it. */
export function boundaryFrom(text: string, offset: number): number {
  if (offset <= 0 || offset >= text.length) return Math.max(0, Math.min(offset, text.length));
  const [from, to] = characterAt(text, offset);
  return from === offset ? offset : to;
}

const WORDS_REACH = 10_000;

let words: Intl.Segmenter | undefined;

/** The words of a part of a string. Longer parts take too long in some languages. */
function wordsIn(text: string, from: number, to: number): Intl.SegmentData[] {
  // Created on demand, because it is large.
  words ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return [...words.segment(text.slice(from, to))].filter(({ isWordLike }) => isWordLike);
}

/** The end of the first word between two offsets; undefined if there is none. */
export function nextWordEnd(text: string, from: number, to: number): number | undefined {
  const [word] = wordsIn(text, from, Math.min(to, from + WORDS_REACH));
  return word && from + word.index + word.segment.length;
}

/** The start of the last word between two offsets; undefined if there is none. */
export function previousWordStart(text: string, from: number, to: number): number | undefined {
  const start = Math.max(from, to - WORDS_REACH);
  const word = wordsIn(text, start, to).at(-1);
  return word && start + word.index;
}
