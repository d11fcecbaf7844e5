import { fstatSync, writeSync } from 'node:fs';

/** Bytes that fit into any pipe that is read; a pipe that is full says so. */
const MOST_BYTES = 4096;

/**
 * Writes a short text to standard output without setting up its stream, which takes longer than the text. Where that
 * does not work at once, the stream takes over; a reader who has gone is none to tell.
 */
export function writeShort(text: string, stream: () => NodeJS.WritableStream): void {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    if (bytes.length <= MOST_BYTES) written = writeSync(1, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
  }
  if (written < bytes.length) stream().write(bytes.subarray(written));
}

/** Cells in a line of the terminal at standard output, if it is one; asked without setting up a stream for a pipe. */
export function columnsOf(stream: () => NodeJS.WriteStream): number | undefined {
  return fstatSync(1).isCharacterDevice() ? stream().columns : undefined;
}
