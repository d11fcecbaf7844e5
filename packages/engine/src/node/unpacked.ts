import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const unpackers: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** An answer's body as it was before it was packed for the way (`Content-Encoding`). */
export function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const make = Object.hasOwn(unpackers, encoding) ? unpackers[encoding] : undefined;
  if (!make) return response;
  const unpacker = make();
  // An answer that breaks off must not look like one that ended.
  response.once('error', (error) => unpacker.destroy(error));
  return response.pipe(unpacker);
}
