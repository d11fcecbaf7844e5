import { isFilePlace, type FileInput } from '../fields/index.ts';
import { InputError } from '../errors/index.ts';
import type { Transport } from './transport.ts';
import type { BodyPiece } from './upload.ts';

/** Chunks of base64 text smaller than this are not worth a write of their own. */
const BYTES_A_SLICE = 48 * 1024;

/** One stream of all pieces in order, each file opened when its turn comes. */
export function joinStreams(
  pieces: readonly BodyPiece[],
  transport: Transport,
  onSent: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const chunks = chunksOf(pieces, transport);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
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
    else if (isFilePlace(piece)) yield* base64Chunks(piece.file, transport, encoder);
    else yield* fileChunks(piece);
  }
}

/** A file's bytes; the length was promised to the server before, so it must hold. */
async function* fileChunks(file: FileInput): AsyncGenerator<Uint8Array, void, void> {
  let read = 0;
  for await (const chunk of file.open()) {
    read += chunk.length;
    if (read > file.size) break;
    yield chunk;
  }
  if (read !== file.size)
    throw new InputError(`${file.name} changed while it was read`, { hint: 'Try again.' });
}

/** A file in base64: slices are cut at multiples of 3 bytes, so that their texts join without padding between. */
async function* base64Chunks(
  file: FileInput,
  transport: Transport,
  encoder: TextEncoder,
): AsyncGenerator<Uint8Array, void, void> {
  let rest = new Uint8Array(0);
  for await (const chunk of fileChunks(file)) {
    const bytes = rest.length > 0 ? concatenate(rest, chunk) : chunk;
    const whole = bytes.length - (bytes.length % 3);
    for (let start = 0; start < whole; start += BYTES_A_SLICE) {
      yield encoder.encode(
        transport.encodeBase64(bytes.subarray(start, Math.min(start + BYTES_A_SLICE, whole))),
      );
    }
    rest = bytes.slice(whole);
  }
  if (rest.length > 0) yield encoder.encode(transport.encodeBase64(rest));
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
