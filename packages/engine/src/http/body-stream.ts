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

/** Checks the length, which was already sent in a header. */
async function* fileChunks(file: FileInput): AsyncGenerator<Uint8Array, void, void> {
  const count = lengthCheck(file);
  for await (const chunk of file.open()) {
    count(chunk.length);
    yield chunk;
  }
  count(0, true);
}

/** A file in base64, in slices of a multiple of 3 bytes to avoid padding in between. */
async function* base64Chunks(file: FileInput, transport: Transport): AsyncGenerator<Uint8Array, void, void> {
  const count = lengthCheck(file);
  for await (const slice of slicesOf(file.open() as ReadableStream<Uint8Array<ArrayBuffer>>)) {
    count(slice.length);
    yield transport.encodeBase64(slice);
  }
  count(0, true);
}

function lengthCheck({ name, size }: FileInput): (bytes: number, isLast?: boolean) => void {
  let read = 0;
  return (bytes, isLast = false) => {
    read += bytes;
    if (read > size || (isLast && read < size)) {
      throw new InputError(`${name} changed while it was being read`, { hint: 'Try again.' });
    }
  };
}

/** Divisible by 3, for base64. */
const SLICE_BYTES = 384 * 1024;

/**
 * A stream in slices of {@link SLICE_BYTES}, each valid until the next. Reuses one buffer, which takes much less memory
 * than a new one for each slice.
 */
async function* slicesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  const { fill, cancel } = fillerOf(stream);
  let buffer = new Uint8Array(SLICE_BYTES);
  let length = 0;
  try {
    for (;;) {
      const filled = await fill(buffer, length);
      buffer = filled.buffer;
      length += filled.bytes;
      const isEnd = filled.bytes === 0;
      if (length > 0 && (isEnd || length === SLICE_BYTES)) {
        yield buffer.subarray(0, length);
        length = 0;
      }
      if (isEnd) return;
    }
  } finally {
    await cancel();
  }
}

interface Filler {
  /** Reads into a buffer from `offset`; 0 bytes at the end. Continue with the returned buffer. */
  fill(
    buffer: Uint8Array<ArrayBuffer>,
    offset: number,
  ): Promise<{ buffer: Uint8Array<ArrayBuffer>; bytes: number }>;
  cancel(): Promise<void>;
}

function fillerOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Filler {
  let own: ReadableStreamBYOBReader;
  try {
    own = stream.getReader({ mode: 'byob' });
  } catch {
    return copyingFiller(stream.getReader());
  }
  return {
    async fill(buffer, offset) {
      const { value } = await own.read(buffer.subarray(offset));
      // A canceled stream keeps the buffer.
      if (!value) return { buffer: new Uint8Array(SLICE_BYTES), bytes: 0 };
      return { buffer: new Uint8Array(value.buffer), bytes: value.byteLength };
    },
    cancel: () => own.cancel(),
  };
}

function copyingFiller(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>): Filler {
  let rest = new Uint8Array(0);
  return {
    async fill(buffer, offset) {
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
    cancel: () => reader.cancel(),
  };
}
