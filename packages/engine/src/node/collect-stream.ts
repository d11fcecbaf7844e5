import { InputError } from '../errors/index.ts';
import { tooLarge } from '../fields/index.ts';

/** Where input may come from besides a path: standard input, usually. */
export type InputStream = AsyncIterable<Uint8Array | string>;

export const STANDARD_INPUT = 'Standard input';

/**
 * All bytes of a stream.
 * @throws InputError when it brings nothing, or more than `most` bytes
 */
export async function collectStream(
  stream: InputStream,
  most: number,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
    size += bytes.length;
    if (size > most) throw tooLarge(name, most);
    pieces.push(bytes);
  }
  if (size === 0) throw new InputError(`${name} is empty`, { hint: 'Pipe something into it.' });
  return new Uint8Array(Buffer.concat(pieces));
}
