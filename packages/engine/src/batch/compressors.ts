import type { Compressors } from 'hyparquet';
import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from 'hyparquet-compressors';

/** The compressions of Parquet pages that hyparquet lacks. `parquet-thread.mjs` has those of Node's threads. */
export const compressors: Compressors = {
  GZIP: decompressGzip,
  BROTLI: decompressBrotli,
  // Without an output, it allocates what the input claims.
  ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};
