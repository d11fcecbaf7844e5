/** A place in a text, in UTF-16 units. */
export interface TextPlace {
  readonly start: number;
  readonly end: number;
}

/** A part of a text, with the mark that is on it, if any. */
export interface MarkedPart<Mark extends TextPlace> {
  readonly text: string;
  readonly mark?: Mark;
}

/**
 * A text cut where its marks begin and end, its parts in order. Marks that are empty, outside the text or overlap one
 * before them are left out; of those that begin together the longest stays.
 */
export function markedParts<Mark extends TextPlace>(
  text: string,
  marks: readonly Mark[],
): MarkedPart<Mark>[] {
  const parts: MarkedPart<Mark>[] = [];
  let at = 0;
  for (const mark of [...marks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (mark.start < at || mark.end <= mark.start || mark.end > text.length) continue;
    if (mark.start > at) parts.push({ text: text.slice(at, mark.start) });
    parts.push({ text: text.slice(mark.start, mark.end), mark });
    at = mark.end;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
