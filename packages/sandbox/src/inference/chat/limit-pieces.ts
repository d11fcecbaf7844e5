/** Why an answer ended: by itself, with tool calls, or because it reached the allowed length. */
export type FinishReason = 'stop' | 'tool_calls' | 'length';

/** Passes on at most `most` pieces and returns why it stopped; `length` only if the answer would have gone on. */
export function* limitPieces<Piece>(
  pieces: Iterable<Piece>,
  most = Number.POSITIVE_INFINITY,
): Generator<Piece, FinishReason> {
  let count = 0;
  for (const piece of pieces) {
    if (count >= most) return 'length';
    count += 1;
    yield piece;
  }
  return 'stop';
}
