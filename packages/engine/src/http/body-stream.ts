import { InputError } from '../errors/index.ts';
import { type FileInput, isFilePlace } from '../fields/index.ts';
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

/** A part of a stream: as many bytes as a slice holds, fewer only in the last. */
interface Slice {
  /** Valid until the next slice is read. */
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** Large enough to keep the disk busy, small enough not to be felt in memory; divisible by 3, for base64. */
const SLICE_BYTES = 384 * 1024;

/**
 * Reads a stream in slices of {@link SLICE_BYTES}. Where the stream can fill a buffer of ours (files, blobs), one
 * buffer serves for the whole of it: a fresh one a slice is what makes large uploads heavy on memory.
 */
function sliceReader(stream: ReadableStream<Uint8Array>): {
  next(): Promise<Slice>;
  end(): Promise<void>;
} {
  const fill = filler(stream as ReadableStream<Uint8Array<ArrayBuffer>>);
  let buffer = new Uint8Array(SLICE_BYTES);
  return {
    async next() {
      let length = 0;
      while (length < SLICE_BYTES) {
        const filled = await fill.into(buffer, length);
        buffer = filled.buffer;
        if (filled.bytes === 0) return { bytes: buffer.subarray(0, length), isLast: true };
        length += filled.bytes;
      }
      return { bytes: buffer, isLast: false };
    },
    end: () => fill.end(),
  };
}

interface Filler {
  /** Fills a buffer from `offset` on; 0 bytes at the end of the stream. The buffer may be another one afterwards. */
  into(
    buffer: Uint8Array<ArrayBuffer>,
    offset: number,
  ): Promise<{ buffer: Uint8Array<ArrayBuffer>; bytes: number }>;
  end(): Promise<void>;
}

function filler(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Filler {
  try {
    return ownBufferFiller(stream.getReader({ mode: 'byob' }));
  } catch {
    return copyingFiller(stream.getReader());
  }
}

function ownBufferFiller(reader: ReadableStreamBYOBReader): Filler {
  return {
    async into(buffer, offset) {
      const { value } = await reader.read(buffer.subarray(offset));
      // At its end a canceled stream keeps the buffer.
      if (!value) return { buffer: new Uint8Array(SLICE_BYTES), bytes: 0 };
      return { buffer: new Uint8Array(value.buffer), bytes: value.byteLength };
    },
    end: () => reader.cancel(),
  };
}

function copyingFiller(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>): Filler {
  let rest = new Uint8Array(0);
  return {
    async into(buffer, offset) {
      while (rest.length === 0) {
        const { done, value } = await reader.read();
        if (done) return { buffer, bytes: 0 };
        rest = value;
      }
      const taken = rest.subarray(0, buffer.length - offset);
      buffer.set(taken, offset);
      rest = rest.subarray(taken.length);
      return { buffer, bytes: taken.length };
    },
    end: () => reader.cancel(),
  };
}
