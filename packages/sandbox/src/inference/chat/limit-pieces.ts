/** Why an answer ended: by itself, or because it reached the allowed length. */
export type FinishReason = 'stop' | 'length';

/** Passes on at most `most` pieces and returns why it stopped; `length` only if the answer would have gone on. */
export function* limitPieces(
  pieces: Iterable<string>,
  most = Number.POSITIVE_INFINITY,
): Generator<string, FinishReason> {
  let count = 0;
  for (const piece of pieces) {
    if (count >= most) return 'length';
    count += 1;
    yield piece;
  }
  return 'stop';
}
