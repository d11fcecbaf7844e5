/** Values of Thrift's compact protocol: 32 bits, 64 bits, bytes, lists, and structs by the numbers of their fields. */
type Thrift = number | bigint | string | Uint8Array | readonly Thrift[] | ThriftStruct;

interface ThriftStruct {
  readonly [field: number]: Thrift | undefined;
}

export function variableLength(value: bigint): number[] {
  return value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...variableLength(value >> 7n)];
}

function typeOf(value: Thrift): number {
  if (typeof value === 'number') return 5;
  if (typeof value === 'bigint') return 6;
  if (typeof value === 'string' || value instanceof Uint8Array) return 8;
  return Array.isArray(value) ? 9 : 12;
}

export function thrift(value: Thrift): number[] {
  if (typeof value === 'number' || typeof value === 'bigint')
    return variableLength(BigInt.asUintN(64, (BigInt(value) << 1n) ^ (BigInt(value) >> 63n)));
  if (typeof value === 'string' || value instanceof Uint8Array) {
    const bytes = Buffer.from(value as string);
    return [...variableLength(BigInt(bytes.length)), ...bytes];
  }
  if (Array.isArray(value)) {
    const list = value as readonly Thrift[];
    return [0xf0 | typeOf(list[0] ?? 0), ...variableLength(BigInt(list.length)), ...list.flatMap(thrift)];
  }
  const fields = Object.entries(value as Readonly<Record<string, Thrift>>);
  return [
    ...fields.flatMap(([id, field]) => [
      typeOf(field),
      ...variableLength(BigInt(Number(id) * 2)),
      ...thrift(field),
    ]),
    0,
  ];
}

export interface ParquetParts {
  /** Rows of the group, as the footer counts them. */
  readonly rows?: number | bigint;
  readonly size?: number | bigint;
  /** Pages with their headers. */
  readonly pages?: readonly number[] | Uint8Array;
  /** Where they begin and how long they are, as the footer says. */
  readonly offset?: bigint;
  readonly length?: bigint;
  /** 0 is none, 1 Snappy, 2 gzip, 6 Zstandard. */
  readonly codec?: number;
  readonly schema?: readonly ThriftStruct[];
  readonly path?: readonly string[];
  /** Replaces the footer. */
  readonly footer?: readonly number[];
}

/** The header and the content of a page of integers. */
export function page(
  content: readonly number[] | Uint8Array,
  { values = 3, size = content.length, encoding = 0 } = {},
): Uint8Array {
  const data = { 1: values, 2: encoding, 3: 3, 4: 3 };
  const header = thrift({ 1: 0, 2: size, 3: content.length, 5: data });
  return Buffer.concat([Buffer.from(header), Buffer.from(content)]);
}

export const threeIntegers = [7, 0, 0, 0, 8, 0, 0, 0, 9, 0, 0, 0];

/** The same in Zstandard, with a checksum. */
// cspell:disable-next-line
export const zstdIntegers = Buffer.from('KLUv/QRYYQAABwAAAAgAAAAJAAAAxNvDEA==', 'base64');

/** A page of an optional column without values, in a few bytes. */
export function nullPage(count: number): Uint8Array {
  const levels = [...variableLength(BigInt(count) * 2n), 0];
  return page([levels.length, 0, 0, 0, ...levels], { values: count });
}

/** A file with the required column `n` of 32-bit integers in one group, or a damaged one. */
export function parquetBytes({
  rows = 3,
  pages = page(threeIntegers),
  size = pages.length,
  offset = 4n,
  length = BigInt(pages.length),
  codec = 0,
  schema = [
    { 4: 'root', 5: 1 },
    { 1: 1, 3: 0, 4: 'n' },
  ],
  path = ['n'],
  footer,
}: ParquetParts): Buffer {
  const column = {
    1: schema.at(-1)![1],
    2: [0],
    3: path,
    4: codec,
    5: BigInt(rows),
    6: BigInt(size),
    7: length,
    9: offset,
  };
  const group = { 1: [{ 2: 4n, 3: column }], 2: BigInt(size), 3: BigInt(rows) };
  const metadata = footer ?? thrift({ 1: 1, 2: schema, 3: BigInt(rows), 4: [group] });
  const end = new DataView(new ArrayBuffer(4));
  end.setUint32(0, metadata.length, true);
  return Buffer.concat([
    Buffer.from('PAR1'),
    Buffer.from(pages),
    Buffer.from(metadata),
    Buffer.from(end.buffer),
    Buffer.from('PAR1'),
  ]);
}

export const parquetFile = (parts: ParquetParts) => toFile(parquetBytes(parts));

/** A file that is read in parts. */
export interface PartialFile {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

export function toFile(content: Uint8Array): PartialFile {
  return {
    byteLength: content.length,
    slice: (start, end) => Promise.resolve(new Uint8Array(content.slice(start, end)).buffer),
  };
}
