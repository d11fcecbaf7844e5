import { InputError } from '../errors/index.ts';
import { isFilePlaceholder, type FileInput } from '../fields/index.ts';
import { getChunks } from '../text/index.ts';
import type { Transport, TransportRequest } from './transport.ts';
import type { BodyPiece } from './upload.ts';

/** The body to send: a string if there is no file, otherwise chunks or, in browsers, a blob. */
export async function createUpload(
  pieces: readonly BodyPiece[],
  transport: Transport,
  onSent: (bytes: number) => void,
): Promise<TransportRequest['body']> {
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  const chunks = bodyChunks(pieces, transport, onSent);
  if (transport.streamsUploads) return chunks;
  const parts: BlobPart[] = [];
  for await (const chunk of chunks) parts.push(chunk as Uint8Array<ArrayBuffer>);
  return new Blob(parts);
}

/** The bytes of all pieces. Files are opened when they are needed. */
async function* bodyChunks(
  pieces: readonly BodyPiece[],
  transport: Transport,
  onSent: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, void> {
  for (const piece of pieces) {
    for await (const chunk of pieceChunks(piece, transport)) {
      onSent(chunk.length);
      yield chunk;
    }
  }
}

function pieceChunks(piece: BodyPiece, transport: Transport) {
  if (typeof piece === 'string') return [new TextEncoder().encode(piece)];
  return isFilePlaceholder(piece) ? base64Chunks(piece.file, transport) : fileChunks(piece);
}

/** @throws InputError if the length differs from the one that was already sent in a header */
async function* fileChunks(file: FileInput) {
  let length = 0;
  for await (const chunk of getChunks(file.open())) {
    length += chunk.length;
    if (length > file.size) break;
    yield chunk;
  }
  if (length !== file.size)
    throw new InputError(`${file.name} changed while it was being read`, { hint: 'Try again.' });
}

/** Divisible by 3, so that there is no padding between slices. */
const SLICE_BYTES = 384 * 1024;

/** A file in base64, in slices. */
async function* base64Chunks(file: FileInput, transport: Transport) {
  const buffer = new Uint8Array(SLICE_BYTES);
  let length = 0;
  for await (const chunk of fileChunks(file)) {
    for (let rest = chunk; rest.length > 0;) {
      const taken = rest.subarray(0, SLICE_BYTES - length);
      buffer.set(taken, length);
      length += taken.length;
      rest = rest.subarray(taken.length);
      if (length < SLICE_BYTES) continue;
      yield transport.encodeBase64(buffer);
      length = 0;
    }
  }
  if (length > 0) yield transport.encodeBase64(buffer.subarray(0, length));
}
