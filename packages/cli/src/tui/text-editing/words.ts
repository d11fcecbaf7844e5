/** UTF-16 units around the cursor in which words are looked for: dictionaries of languages without spaces are slow. */
const AROUND = 256;

let segmenter: Intl.Segmenter | undefined;

interface Word {
  readonly from: number;
  readonly to: number;
}

function wordsIn(text: string, from: number, to: number): Word[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(text.slice(from, to)))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index, segment }) => ({ from: from + index, to: from + index + segment.length }));
}

/** A place at or before an offset that cuts no word that is written between spaces, where there is one near. */
function cutBefore(text: string, offset: number): number {
  const lowest = Math.max(0, offset - AROUND);
  const found = text.slice(lowest, offset).search(/\s/);
  return lowest === 0 || found === -1 ? lowest : lowest + found;
}

/** Where the next word ends: the one at an offset or the one that follows. Undefined when none does. */
export function nextWordEnd(text: string, offset: number): number | undefined {
  for (let at = offset; at < text.length; at += AROUND) {
    const end = at + 2 * AROUND;
    const found = wordsIn(text, cutBefore(text, at), end).find(({ to }) => to > offset);
    if (found && (found.to < end || end >= text.length)) return found.to;
    if (found && found.from <= at) return found.to;
  }
  return undefined;
}

/** Where the word begins that is at or before an offset. Undefined when none is. */
export function previousWordStart(text: string, offset: number): number | undefined {
  for (let at = offset; at > 0; at -= AROUND) {
    const found = wordsIn(text, cutBefore(text, at), Math.min(text.length, at + AROUND))
      .filter(({ from }) => from < offset)
      .at(-1);
    if (found) return found.from;
  }
  return undefined;
}
