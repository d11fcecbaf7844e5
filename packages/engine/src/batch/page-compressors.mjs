// The compressions of Parquet pages that hyparquet lacks. JavaScript, so that threads of Node run it as it is; the build copies it.
import {
  decompressBrotli,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
  gunzip,
} from 'hyparquet-compressors';

/** Bytes behind a page, which change if it is longer. */
const GUARD = 8;

export const tooLong = () => new Error('a page is longer than its header says');

/** Checks the size of pages: the libraries leave out what does not fit into the output, and do not say how much they wrote. */
const withSize =
  (decompress, guard = GUARD) =>
  (input, length) => {
    // The last byte may equal the mark, but not also another one.
    for (const mark of [0xa5, 0x5a]) {
      const output = new Uint8Array(length + guard).fill(mark, Math.max(0, length - 1));
      decompress(input, output);
      if (output.subarray(length).some((byte) => byte !== mark)) throw tooLong();
      if (length === 0 || output[length - 1] !== mark) return output.subarray(0, length);
    }
    throw new Error('a page is shorter than its header says');
  };

/** These create a `Uint8Array` of the output, whose argument is a length or a buffer. */
const intoBuffer = (decompress) => withSize((input, { buffer }) => decompress(input, buffer));

export const compressors = {
  GZIP: withSize(gunzip),
  BROTLI: intoBuffer(decompressBrotli),
  // It works at the end of its output.
  ZSTD: withSize(decompressZstd, 0),
  LZ4: intoBuffer(decompressLz4),
  LZ4_RAW: intoBuffer(decompressLz4Raw),
};
