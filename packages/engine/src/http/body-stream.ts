import { InputError } from '../errors/index.ts';
import { isFilePlaceholder, type FileInput } from '../fields/index.ts';
import type { Transport } from './transport.ts';
import type { BodyPiece } from './upload.ts';

/** Joins all pieces into one stream. Files are opened when they are needed. */
export function joinStreams(
  pieces: readonly BodyPiece[],
  transport: Transport,
  onSent: (bytes: number) => void,
  onFailed: (reason: unknown) => void,
): ReadableStream<Uint8Array> {
  const chunks = chunksOf(pieces, transport);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next().catch((reason: unknown) => {
        onFailed(reason);
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
    else if (isFilePlaceholder(piece)) yield* base64Chunks(piece.file, transport);
    else yield* fileChunks(piece);
  }
}

/** @throws InputError if the length differs from the one that was already sent in a header */
async function* fileChunks(file: FileInput): AsyncGenerator<Uint8Array, void, void> {
  const changed = () =>
    new InputError(`${file.name} changed while it was being read`, { hint: 'Try again.' });
  // Safari cannot iterate over streams.
  const reader = file.open().getReader();
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > file.size) throw changed();
      yield value;
    }
  } finally {
    await reader.cancel();
  }
  if (length < file.size) throw changed();
}

/** A file in base64, in slices of a multiple of 3 bytes to avoid padding in between. */
async function* base64Chunks(file: FileInput, transport: Transport): AsyncGenerator<Uint8Array, void, void> {
  for await (const slice of slicesOf(fileChunks(file))) yield transport.encodeBase64(slice);
}

/** Divisible by 3, for base64. */
const SLICE_BYTES = 384 * 1024;

/** The bytes in slices of {@link SLICE_BYTES}; each is valid until the next, since they share one buffer. */
async function* slicesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const buffer = new Uint8Array(SLICE_BYTES);
  let length = 0;
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0;) {
      const taken = rest.subarray(0, SLICE_BYTES - length);
      buffer.set(taken, length);
      length += taken.length;
      rest = rest.subarray(taken.length);
      if (length < SLICE_BYTES) continue;
      yield buffer;
      length = 0;
    }
  }
  if (length > 0) yield buffer.subarray(0, length);
}
