const NEWLINE = 10;

/**
 * The lines of a stream, without empty ones.
 * @param max in bytes; a longer line is undefined and takes no memory
 */
export async function* readLines(
  stream: AsyncIterable<Uint8Array | string>,
  max: number,
): AsyncGenerator<string | undefined, void, void> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  const take = (piece: Uint8Array) => {
    size += piece.length;
    if (size > max) pieces = [];
    else pieces.push(piece);
  };
  const end = () => {
    const line = size > max ? undefined : Buffer.concat(pieces).toString().trim();
    pieces = [];
    size = 0;
    return line;
  };
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, start)) {
      take(bytes.subarray(start, at));
      start = at + 1;
      const line = end();
      if (line !== '') yield line;
    }
    take(bytes.subarray(start));
  }
  const line = end();
  if (line !== '') yield line;
}
