import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { readParquetInThread } from '@tryout/engine/node';
import { expect, test } from 'vitest';
import {
  nullPage,
  page,
  parquetFile,
  thrift,
  threeIntegers,
  variableLength,
  zstdIntegers,
  type ParquetParts,
  type PartialFile,
} from './parquet-file.ts';
import { collect, rowsOf } from './support.ts';

/** Reads a file without a thread, as a page does. */
function readHere({ byteLength: size, slice }: PartialFile) {
  const part = (start: number, end?: number) => ({ arrayBuffer: () => slice(start, end) });
  return rowsOf({ size, slice: part } as unknown as Blob, 'a.parquet');
}

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const zeros = (count: number) => new Array<number>(count).fill(0);

const optional = [
  { 4: 'root', 5: 1 },
  { 1: 1, 3: 1, 4: 'n' },
];
const nested = (depth: number) => [
  ...Array.from({ length: depth }, () => ({ 3: 2, 4: 'a', 5: 1 })),
  { 1: 1, 3: 0, 4: 'n' },
];
const values = { 1: 0, 2: 0, 3: 3, 4: 3 };

const damaged: Readonly<Record<string, readonly [reason: RegExp, ParquetParts]>> = {
  'zeros in place of pages': [/it is damaged/, { pages: zeros(60) }],
  'a page without a size, which is skipped': [
    /it is damaged/,
    { pages: [...page(zeros(8), { values: 2 }), ...thrift({ 1: 0, 2: 0, 5: values })], rows: 2_000_000 },
  ],
  'a page before itself': [/it is damaged/, { pages: [...thrift({ 1: 0, 2: 0, 3: -20, 5: values }), 0, 0] }],
  'a page of 2 GB in 5 bytes': [
    /row group 1: it is too large/,
    { codec: 1, pages: page(zeros(5), { size: 2 ** 31 - 1 }) },
  ],
  'many pages of 512 MB': [
    /row group 1: its pages claim to contain more than they can/,
    { codec: 1, pages: Buffer.concat([1, 2, 3].map(() => page(zeros(5), { size: 2 ** 29 }))) },
  ],
  'a billion nulls in one page': [/too large/, { schema: optional, pages: nullPage(1e9), rows: 1e9 }],
  '60 million nulls in a few bytes, for 3 rows': [
    /claim to contain more than they can/,
    { schema: optional, pages: nullPage(6e7), size: 1 },
  ],
  'an unsupported compression': [/codec: LZO/, { codec: 3 }],
  'fewer rows than the footer says': [/it is damaged/, { rows: 5 }],
  'rows without end': [/it is damaged/, { rows: 2n ** 53n }],
  'rows below zero': [/it is damaged/, { rows: -5 }],
  'pages before the file': [/it is damaged/, { offset: -4n }],
  'pages in the footer': [/it is too large/, { offset: 40n, length: 2n ** 62n }],
  'pages that end before they begin': [/it is damaged/, { length: -100n }],
  'a schema of 20,000 levels': [/more than 10000 columns/, { schema: nested(20_000), path: ['n'] }],
  'a schema of 3000 levels': [/it is damaged/, { schema: nested(3000), path: zeros(2999).map(() => 'a') }],
  'a footer of 100,000 levels': [/it is damaged/, { footer: [...zeros(100_000).fill(0x1c), 0] }],
  'a list of 2 billion columns': [/thrift/, { footer: [0x19, 0xfc, 255, 255, 255, 255, 7, 0] }],
};

test.each(Object.entries(damaged))('%s is an error within seconds', async (_name, [reason, parts]) => {
  const error: unknown = await collect(readHere(parquetFile(parts))).catch((cause) => cause);
  expect(error).toMatchObject({ outcome: 'input', message: expect.stringMatching(reason) as string });
  expect((error as Error).message).toMatch(/^Could not read a.parquet(?:, row group 1)?: /);
});

const integers = Uint8Array.from(threeIntegers);
const lz4 = [0xc0, ...integers];
const compressed: Readonly<
  Record<string, readonly [codec: number, content: Uint8Array | readonly number[]]>
> = {
  gzip: [2, gzipSync(integers)],
  'gzip in two parts': [
    2,
    Buffer.concat([gzipSync(integers.subarray(0, 5)), gzipSync(integers.subarray(5))]),
  ],
  Brotli: [4, brotliCompressSync(integers)],
  'LZ4 of Hadoop': [5, [0, 0, 0, 12, 0, 0, 0, lz4.length, ...lz4]],
  Zstandard: [6, zstdIntegers],
  LZ4: [7, lz4],
};

test.each(Object.entries(compressed))('reads %s', async (_name, [codec, content]) => {
  const file = parquetFile({ codec, pages: page(content, { size: integers.length }) });
  const rows = [{ n: 7 }, { n: 8 }, { n: 9 }];
  expect(await collect(readHere(file))).toEqual(rows);
  expect(await collect(readParquetInThread(file, 'a.parquet', { maxSeconds: 60 }))).toEqual(rows);
});

/** 1000 blocks of Zstandard, each with 128 KB of zeros, without the last one. */
const zeroBlocks = new Array<number[]>(1000).fill([2, 0, 16, 0]).flat();
const zstdBomb = [0x28, 0xb5, 0x2f, 0xfd, 0, 0xa0, ...zeroBlocks];
const gigabyte = 2 ** 30;
const bombs: Readonly<
  Record<string, readonly [codec: number, content: Uint8Array | readonly number[], size?: number]>
> = {
  'gzip of 30 MB for 12 bytes': [2, gzipSync(new Uint8Array(3e7))],
  'Brotli of 30 MB for 12 bytes': [4, brotliCompressSync(new Uint8Array(3e7), quick)],
  'Zstandard of 100 MB for 12 bytes': [6, zstdBomb],
  'a window of 2 GB': [6, [0x28, 0xb5, 0x2f, 0xfd, 0, 0xa8, 3, 0, 0]],
  'LZ4 that repeats itself forever': [5, [0, 0, 0, 0, 255, 255, 255, 248, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  'gzip of 2 GB as it says': [2, gzipSync(integers), 2 * gigabyte],
  'half of a frame': [6, zstdBomb.slice(0, 9)],
  'gzip that is cut': [2, gzipSync(new Uint8Array(12)).subarray(0, 12)],
};

test.each(Object.entries(bombs))(
  '%s is one error, in little memory',
  async (name, [codec, content, size = 12]) => {
    const isEndless = name.endsWith('forever');
    const file = parquetFile({ codec, pages: page(content, { size }) });
    const before = process.memoryUsage().rss;
    const read = collect(readParquetInThread(file, 'a.parquet', { maxSeconds: isEndless ? 0.5 : 60 }));
    await expect(read).rejects.toThrow(
      isEndless ? /takes longer than 0\.5 s$/ : /^Could not read a\.parquet, row group 1: /,
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(300e6);
  },
);

const bytes = (length: number) => new Uint8Array(length).fill(1);
const lz4Block = (content: Uint8Array) =>
  content.length < 15 ? [content.length << 4, ...content] : [0xf0, content.length - 15, ...content];
const writers: Readonly<
  Record<string, readonly [codec: number, write: (content: Uint8Array) => readonly number[] | Uint8Array]>
> = {
  Snappy: [1, (content) => [content.length, (content.length - 1) << 2, ...content]],
  gzip: [2, (content) => gzipSync(content)],
  Brotli: [4, (content) => brotliCompressSync(content)],
  'LZ4 of Hadoop': [
    5,
    (content) => [0, 0, 0, content.length, 0, 0, 0, lz4Block(content).length, ...lz4Block(content)],
  ],
  Zstandard: [
    6,
    (content) => [0x28, 0xb5, 0x2f, 0xfd, 0x20, content.length, (content.length << 3) | 1, 0, 0, ...content],
  ],
  LZ4: [7, lz4Block],
};

test.each(Object.entries(writers))(
  'a page of %s that is longer or shorter than its header says is an error that names its row group',
  async (_name, [codec, write]) => {
    for (const length of [8, 11, 12, 13, 16, 24]) {
      const file = parquetFile({ codec, pages: page(write(bytes(length)), { size: 12 }) });
      // The library for Zstandard may leave out the rest.
      if (codec === 6 && length > 12) continue;
      const rows = length === 12 ? [1, 2, 3].map(() => ({ n: 0x01010101 })) : undefined;
      const inThread = () => readParquetInThread(file, 'a.parquet', { maxSeconds: 60 });
      // A thread takes a while to start.
      for (const reading of [readHere(file), ...(length === 13 ? [inThread()] : [])])
        if (rows) expect(await collect(reading)).toEqual(rows);
        else await expect(collect(reading)).rejects.toThrow(/^Could not read a\.parquet, row group 1: /);
    }
  },
);

test.each([2, 4, 6, 7])('codec %i allocates little for a page of 5 bytes that claims 1 GB', async (codec) => {
  const file = parquetFile({ codec, pages: page(zeros(5), { size: gigabyte - 1 }) });
  const before = process.memoryUsage().rss;
  await expect(collect(readHere(file))).rejects.toThrow(
    'Could not read a.parquet, row group 1: its pages claim to contain more than they can',
  );
  expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
});

test('a thread decodes the same rows, in parts', async () => {
  const pages = page(threeIntegers);
  const options = { maxSeconds: 60 };
  expect(await collect(readParquetInThread(parquetFile({ pages }), 'a.parquet', options))).toEqual([
    { n: 7 },
    { n: 8 },
    { n: 9 },
  ]);
  const length = 4 * 1024 * 1024;
  const cell = Buffer.alloc(4 + length, 'a');
  cell.writeUInt32LE(length);
  const schema = [
    { 4: 'root', 5: 1 },
    { 1: 6, 3: 0, 4: 'n', 6: 0 },
  ];
  const long = parquetFile({ schema, pages: page(Buffer.concat([cell, cell, cell])) });
  const rows = await collect(readParquetInThread(long, 'a.parquet', options));
  expect(rows.map(({ n }) => String(n).length)).toEqual([length, length, length]);
});

/** Takes long to decode. */
const slow = parquetFile({ schema: optional, pages: nullPage(8_000_000), rows: 8_000_000, size: 1 });

test('a thread that takes too long is ended', async () => {
  const read = collect(readParquetInThread(slow, 'a.parquet', { maxSeconds: 0.3 }));
  await expect(read).rejects.toThrow(
    /^Could not read a\.parquet(?:, row group 1)?: decoding takes longer than 0\.3 s$/,
  );
});

test('a signal ends a busy thread, and one that waits for the file', async () => {
  for (const isBusy of [true, false]) {
    const canceling = new AbortController();
    const slice = (start: number, end?: number) => {
      // The pages are requested after the footer.
      if (start === 4) setTimeout(() => canceling.abort(new Error('stop')));
      return start === 4 && !isBusy ? new Promise<never>(() => undefined) : slow.slice(start, end);
    };
    const options = { maxSeconds: 60, signal: canceling.signal };
    const read = collect(readParquetInThread({ ...slow, slice }, 'a.parquet', options));
    await expect(read).rejects.toThrow(/^stop$/);
  }
});

/** Integers as differences in blocks of 128: the first one, the second, and others like the second. */
function deltas(count: number, first: number, second: number): number[] {
  const least = Math.min(second - first, 0);
  const block = new Uint32Array(128).fill(-least);
  block[0] = second - first - least;
  const blocks = new Array<number[]>(Math.ceil((count - 129) / 128)).fill([
    ...variableLength(0n),
    0,
    0,
    0,
    0,
  ]);
  return [
    ...[128n, 4n, BigInt(count)].flatMap(variableLength),
    ...thrift(first),
    ...thrift(least),
    ...[32, 32, 32, 32],
    ...new Uint8Array(block.buffer),
    ...blocks.flat(),
  ];
}

const manyTexts =
  'X40: texts that repeat each other a million times end a thread before the memory is used up';
test(manyTexts, { tags: ['nightly'] }, async () => {
  const [count, length] = [1_000_000, 1_000_000];
  const parts = [deltas(count, 0, length), deltas(count, length, 0), new Uint8Array(length).fill(97)];
  const content = Buffer.concat(parts.map((part) => Uint8Array.from(part)));
  const schema = [
    { 4: 'root', 5: 1 },
    { 1: 6, 3: 0, 4: 'n' },
  ];
  const pages = page(content, { values: count, encoding: 7 });
  const options = { maxSeconds: 600, maxBytes: 500e6 };
  const reading = collect(
    readParquetInThread(parquetFile({ schema, pages, rows: count }), 'a.parquet', options),
  );
  await expect(reading).rejects.toThrow(/decoding takes too much memory/);
});
