import { isFilePlace, type FileInput } from '../fields/index.ts';
import { InputError } from '../errors/index.ts';
import { sliceReader } from './slice-reader.ts';
import type { Transport } from './transport.ts';
import type { BodyPiece } from './upload.ts';

/**
 * One stream of all pieces in order, each file opened when its turn comes.
 * @param onFailed told why the stream broke off: not all that reads streams tells it on
 */
export function joinStreams(
  pieces: readonly BodyPiece[],
  transport: Transport,
  onSent: (bytes: number) => void,
  onFailed?: (reason: unknown) => void,
): ReadableStream<Uint8Array> {
  const chunks = chunksOf(pieces, transport);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next().catch((reason: unknown) => {
        onFailed?.(reason);
        throw reason;
      });
      if (done) return controller.close();
      onSent(value.length);
      controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

async function* chunksOf(
  pieces: readonly BodyPiece[],
  transport: Transport,
): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  for (const piece of pieces) {
    if (typeof piece === 'string') yield encoder.encode(piece);
    else if (isFilePlace(piece)) yield* base64Chunks(piece.file, transport);
    else yield* fileChunks(piece);
  }
}

/** A file's bytes; the length was promised to the server before, so it must hold. */
async function* fileChunks(file: FileInput): AsyncGenerator<Uint8Array, void, void> {
  const count = lengthCheck(file);
  for await (const chunk of file.open()) {
    count(chunk.length);
    yield chunk;
  }
  count(0, true);
}

/** A file in base64: slices are cut at multiples of 3 bytes, so that their texts join without padding between. */
async function* base64Chunks(file: FileInput, transport: Transport): AsyncGenerator<Uint8Array, void, void> {
  const count = lengthCheck(file);
  const read = sliceReader(file.open());
  try {
    for (;;) {
      const slice = await read.next();
      count(slice.bytes.length, slice.isLast);
      if (slice.bytes.length > 0) yield transport.encodeBase64(slice.bytes);
      if (slice.isLast) return;
    }
  } finally {
    await read.end();
  }
}

function lengthCheck({ name, size }: FileInput): (bytes: number, isLast?: boolean) => void {
  let read = 0;
  return (bytes, isLast = false) => {
    read += bytes;
    if (read > size || (isLast && read < size)) {
      throw new InputError(`${name} changed while it was read`, { hint: 'Try again.' });
    }
  };
}
