const NEWLINE = 10;

/** Bytes of a line of a batch, whose result may contain media. */
const MAX_BATCH_LINE = 512 * 1024 * 1024;

/** A line of a stream, without its newline. */
export interface StreamLine {
  /** Undefined if it is too long. */
  readonly text: string | undefined;
  /** With its newline. */
  readonly bytes: number;
  /** False for a last line without a newline. */
  readonly isComplete: boolean;
}

/** The lines of a stream. @param max bytes of a line; longer ones take no memory */
export async function* readLines(
  stream: AsyncIterable<Uint8Array | string>,
  max = MAX_BATCH_LINE,
): AsyncGenerator<StreamLine, void, void> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  const take = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > max) pieces = [];
    else pieces.push(piece);
  };
  const end = (isComplete: boolean): StreamLine => {
    const text = bytes > max ? undefined : Buffer.concat(pieces).toString();
    const line = { text, bytes: bytes + Number(isComplete), isComplete };
    [pieces, bytes] = [[], 0];
    return line;
  };
  for await (const chunk of stream) {
    const content = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let at = content.indexOf(NEWLINE); at >= 0; at = content.indexOf(NEWLINE, start)) {
      take(content.subarray(start, at));
      start = at + 1;
      yield end(true);
    }
    take(content.subarray(start));
  }
  if (bytes > 0) yield end(false);
}
