/** UTF-16 units around the cursor in which words are looked for first: languages without spaces need a dictionary. */
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
