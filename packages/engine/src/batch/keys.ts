import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isFilePlaceholder } from '../fields/index.ts';
import { bodyPieces, type Connection } from '../http/index.ts';
import type { WireRequest } from '../request/index.ts';
import { getChunks } from '../text/index.ts';

/** The SHA-256 of a request as 64 hexadecimal digits, the same for equal requests. Reads the files in it. */
export async function hashRequest(
  { method, url, headers, body }: WireRequest,
  { isSandbox, inferenceUrl }: Pick<Connection, 'isSandbox' | 'inferenceUrl'>,
): Promise<string> {
  const hash = sha256.create();
  // The sandbox has another port each time.
  const address = isSandbox ? url.replace(inferenceUrl, 'sandbox:') : url;
  const names = Object.keys(headers).sort();
  hash.update(
    utf8ToBytes(JSON.stringify([method, address, names.map((name) => [name, headers[name]]), body.kind])),
  );
  for (const piece of bodyPieces(body)) {
    if (typeof piece === 'string') hash.update(utf8ToBytes(piece));
    else
      for await (const chunk of getChunks((isFilePlaceholder(piece) ? piece.file : piece).open()))
        hash.update(chunk);
  }
  return bytesToHex(hash.digest());
}

/** The same for a row without a request. */
export function hashRow(row: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(row))));
}

const KEY = /^[0-9a-f]{64}-[1-9]\d*$/;

export function isKey(key: unknown): key is string {
  return typeof key === 'string' && KEY.test(key);
}

/** Half of a hash in 16 characters, which is enough to tell requests apart, and takes little memory. */
export function shortenHash(hash: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < 32; at += 2) bytes.push(parseInt(hash.slice(at, at + 2), 16));
  return String.fromCharCode(...bytes);
}

/**
 * Numbers equal requests, so that their keys differ.
 * @param shard its numbers differ from those of other shards of the same source
 */
export function keyNumbering({ index, count }: Shard): (hash: string) => string {
  const counts = new Map<string, number>();
  return (hash) => {
    const short = shortenHash(hash);
    const number = counts.get(short) ?? 0;
    counts.set(short, number + 1);
    return `${hash}-${number * count + index}`;
  };
}

/** One of several parts of a source, counted from 1: every `count`-th row. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}
