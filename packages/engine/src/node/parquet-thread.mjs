// Decodes a Parquet file in a thread of its own, so that decoding can be canceled. JavaScript, so that Node runs it as it is;
// the build copies it.
import { parentPort, workerData } from 'node:worker_threads';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import { parquetMetadataAsync } from 'hyparquet';
import { readRows } from '../batch/parquet-rows.mjs';

/** Bytes of rows that are sent at the same time. */
const MAX_MESSAGE = 8 * 1024 * 1024;

const waiting = new Map();
let count = 0;
let metadata;
let rows = [];

/** The other thread reads the file. */
const file = {
  byteLength: workerData,
  slice: (start, end) =>
    new Promise((resolve) => {
      count += 1;
      waiting.set(count, resolve);
      parentPort.postMessage({ slice: count, start, end });
    }),
};

/** Decompresses a page much faster than the library, but not more than its header says. */
const withNode = (decompress, tooLong) => (input, length) => {
  try {
    const { buffer, byteOffset, byteLength } = decompress(input, { maxOutputLength: length || 1 });
    return new Uint8Array(buffer, byteOffset, byteLength);
  } catch (error) {
    throw error.code === 'ERR_BUFFER_TOO_LARGE' ? tooLong() : error;
  }
};

async function loadCompressors() {
  const { compressors, tooLong } = await import('../batch/page-compressors.mjs');
  const ofNode = { GZIP: withNode(unzipSync, tooLong), BROTLI: withNode(brotliDecompressSync, tooLong) };
  return { ...compressors, ...ofNode };
}

const methods = {
  async readMetadata() {
    metadata = await parquetMetadataAsync(file);
    return metadata;
  },
  async readRows({ isCompressed, ...options }) {
    const compressors = isCompressed ? await loadCompressors() : {};
    rows = await readRows({ ...options, file, metadata, compressors });
    rows.reverse();
    return methods.nextRows();
  },
  nextRows() {
    const next = [];
    let bytes = 0;
    /** Parts of a large buffer would be sent with all of it. */
    const pack = (value) => {
      bytes += value?.length ?? 8;
      if (value instanceof Uint8Array) return value.slice();
      if (Array.isArray(value)) return value.map(pack);
      if (value?.constructor !== Object) return value;
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, pack(part)]));
    };
    while (rows.length > 0 && bytes < MAX_MESSAGE) next.push(pack(rows.pop()));
    return next;
  },
};

parentPort.on('message', async ({ slice, content, method, options }) => {
  if (slice) return waiting.get(slice)(content);
  try {
    parentPort.postMessage({ value: await methods[method](options) });
  } catch (error) {
    parentPort.postMessage({ error });
  }
});
