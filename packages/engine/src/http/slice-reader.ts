/** A part of a stream: as many bytes as a slice holds, fewer only in the last. */
export interface Slice {
  /** Valid until the next slice is read. */
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** Large enough to keep the disk busy, small enough not to be felt in memory; divisible by 3, for base64. */
export const SLICE_BYTES = 384 * 1024;

/**
 * Reads a stream in slices of {@link SLICE_BYTES}. Where the stream can fill a buffer of ours (files, blobs), one
 * buffer serves for the whole of it: a fresh one a slice is what makes large uploads heavy on memory.
 */
export function sliceReader(stream: ReadableStream<Uint8Array>): {
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
