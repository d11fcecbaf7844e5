/** A stretch of text that a model found, in UTF-16 positions, `end` exclusive and behind `start`. */
export interface FoundSpan {
  entity: string;
  start: number;
  end: number;
}

/** Spans in the order of the text; where two overlap, the one that comes first in `spans` stays. */
export function withoutOverlaps(spans: readonly FoundSpan[]): FoundSpan[] {
  const end = spans.reduce((most, span) => Math.max(most, span.end), 0);
  const covered = new Uint8Array(end);
  const kept = spans.filter((span) => {
    if (covered.subarray(span.start, span.end).includes(1)) return false;
    covered.fill(1, span.start, span.end);
    return true;
  });
  return kept.toSorted((left, right) => left.start - right.start);
}
