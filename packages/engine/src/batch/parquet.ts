import type { FileMetaData } from 'hyparquet';
import { InputError, isFailure } from '../errors/index.ts';
import { fileFromBlob, MAX_DEPTH, requireKind, SNIFF_BYTES, sniffContentType } from '../fields/index.ts';
import { isRecord } from '../text/index.ts';
import { MediaCell, type Cell, type Row } from './cells.ts';

/** A file that is read in parts. */
export interface RandomAccessFile {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

export function isParquetFile(name: string): boolean {
  return /\.parquet$/i.test(name);
}

/** Reads a Parquet file. */
export interface ParquetDecoder {
  readMetadata(): Promise<FileMetaData>;
  /** The rows in parts. */
  readRows(options: {
    readonly rowStart: number;
    readonly rowEnd: number;
    readonly utf8: boolean;
    readonly useOffsetIndex: boolean;
    /** Whether pages have a compression that hyparquet lacks. */
    readonly isCompressed: boolean;
  }): AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
}

/** Loads a package that npm may leave out. @throws InputError */
async function loadPackage<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const hint = "Install Tryout again with npm's option --include=optional, or use CSV or JSON Lines.";
    throw new InputError(`This Parquet file needs ${name}, which is not installed`, { hint, cause });
  }
}

async function importLibrary() {
  const { parquetHeader } = await import('hyparquet/src/column.js');
  return { ...(await import('hyparquet')), parquetHeader };
}

const loadCompressors = async () =>
  (await loadPackage('hyparquet-compressors', () => import('./page-compressors.mjs'))).compressors;

type Library = Awaited<ReturnType<typeof importLibrary>>;

/** Decodes in this thread. */
function createDecoder(
  file: RandomAccessFile,
  { parquetMetadataAsync, parquetReadObjects }: Library,
): ParquetDecoder {
  let metadata: FileMetaData;
  return {
    readMetadata: async () => (metadata = await parquetMetadataAsync(file)),
    async *readRows({ isCompressed, ...options }) {
      const compressors = isCompressed ? await loadCompressors() : {};
      yield await parquetReadObjects({ ...options, file, metadata, compressors });
    },
  };
}

/** Bytes of rows that are decoded at the same time, uncompressed. */
const MAX_BLOCK = 32 * 1024 * 1024;
const MAX_BLOCK_ROWS = 250_000;
/** Bytes of a row group, which cannot be read in smaller parts, and what pages can contain of it. */
const MAX_GROUP = 1024 * 1024 * 1024;
/** Bytes and values of pages that may be much smaller in the file; more must have a part of their size there. */
const DENSE = { bytes: 128 * 1024 * 1024, values: 8 * 1024 * 1024 };
const MAX_PER_BYTE = { bytes: 100, values: 8 };
const MAX_VALUES = 64 * 1024 * 1024;
/** Columns, with those that they are nested in. */
const MAX_COLUMNS = 10_000;

/**
 * Checks the pages of a file before they are decoded: hyparquet allocates what their headers claim, and never ends without
 * their sizes.
 */
function checkPages(file: RandomAccessFile, { parquetHeader }: Library) {
  let indexes: ReadonlySet<number> | undefined;
  let [bytes, stored, values] = [0, 0, 0];
  const isAmount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
  function check(content: ArrayBuffer): void {
    const reader = { view: new DataView(content), offset: 0 };
    while (reader.offset < content.byteLength - 1) {
      const page = parquetHeader(reader);
      const { compressed_page_size: size, uncompressed_page_size: fullSize } = page;
      const head = page.data_page_header ?? page.data_page_header_v2 ?? page.dictionary_page_header;
      const rows = page.data_page_header_v2?.num_rows ?? 0;
      if (![size, fullSize, head?.num_values, rows].every(isAmount)) throw new RangeError();
      reader.offset += size;
      bytes += fullSize;
      stored += size;
      values += head!.num_values;
      if (bytes > MAX_GROUP || values > MAX_VALUES) throw new Error('it is too large');
      const [most, mostValues] = [stored * MAX_PER_BYTE.bytes, stored * MAX_PER_BYTE.values];
      if (bytes > Math.max(DENSE.bytes, most) || values > Math.max(DENSE.values, mostValues))
        throw new Error('its pages claim to contain much more than the file');
    }
  }
  return {
    byteLength: file.byteLength,
    async slice(start: number, end?: number) {
      const content = await file.slice(start, end);
      if (indexes && !indexes.has(start)) check(content);
      return content;
    },
    /** All parts of the file but its end are pages, or their index. */
    startGroup({ columns }: FileMetaData['row_groups'][number]): void {
      indexes = new Set(columns.map(({ offset_index_offset: offset }) => Number(offset)));
      [bytes, stored, values] = [0, 0, 0];
    },
  };
}

/**
 * The rows of a Parquet file.
 * @param openDecoder by default that of this thread, which cannot be canceled while it is busy
 * @throws InputError for a damaged file
 */
export async function* readParquet(
  file: RandomAccessFile,
  name: string,
  openDecoder: (file: RandomAccessFile, library: Library) => ParquetDecoder = createDecoder,
): AsyncGenerator<Row, void, void> {
  const library = await loadPackage('hyparquet', importLibrary);
  const checked = checkPages(file, library);
  const decoder = openDecoder(checked, library);
  let [row, number] = [0, 0];
  try {
    const metadata = await decoder.readMetadata();
    if (metadata.schema.length > MAX_COLUMNS) throw new Error(`it has more than ${MAX_COLUMNS} columns`);
    const isCompressed = metadata.row_groups.some(({ columns }) =>
      columns.some(({ meta_data: column }) => !['UNCOMPRESSED', 'SNAPPY'].includes(column?.codec ?? '')),
    );
    // Says what is missing before a thread needs it.
    if (isCompressed) await loadCompressors();
    let start = 0;
    for (const group of metadata.row_groups) {
      const [rows, size] = [Number(group.num_rows), Number(group.total_byte_size)];
      number += 1;
      if (size > MAX_GROUP) throw new Error('it is too large');
      if (!(rows >= 0)) throw new RangeError();
      const blocks = Math.max(1, Math.ceil(size / MAX_BLOCK), Math.ceil(rows / MAX_BLOCK_ROWS));
      const step = Math.max(1, Math.ceil(rows / blocks));
      for (let at = 0; at < rows; at += step) {
        const range = { rowStart: start + at, rowEnd: start + Math.min(at + step, rows) };
        checked.startGroup(group);
        const options = { ...range, isCompressed, utf8: false, useOffsetIndex: true };
        for await (const part of decoder.readRows(options))
          for (const cells of part) {
            row += 1;
            yield toRow(cells, `${name} row ${row}`);
          }
      }
      start += rows;
    }
  } catch (cause) {
    if (isFailure(cause)) throw cause;
    // Other errors of the decoder are about its own variables.
    const reason = cause instanceof Error && cause.name === 'Error' ? cause.message : 'it is damaged';
    throw new InputError(`Could not read ${name}${number > 0 ? `, row group ${number}` : ''}: ${reason}`, {
      hint: 'Check that it is a complete Parquet file.',
      cause,
    });
  }
}

/** Cells that are missing in damaged files are undefined, not null. */
function toRow(cells: Readonly<Record<string, unknown>>, title: string): Row {
  const entries = Object.entries(cells).map(([column, value]): [string, Cell] => {
    if (value === undefined) throw new RangeError();
    return [column, toCell(value, title)];
  });
  return Object.fromEntries(entries);
}

/** JSON, or a file for bytes and for the Hub's images and sounds, `{bytes, path}`. */
function toCell(value: unknown, title: string, depth = 0): Cell {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return toMediaCell(value, title);
  if (!isRecord(value)) return (value ?? null) as Cell;
  if (value['bytes'] instanceof Uint8Array) return toMediaCell(value['bytes'], title);
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as unknown as unknown[], (part) => toCell(part, title, depth + 1)) as never;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, toCell(part, title, depth + 1)]),
  ) as never;
}

function toMediaCell(bytes: Uint8Array, title: string): MediaCell {
  return new MediaCell(title, async (kind) => {
    const type = requireKind(kind, await sniffContentType(bytes.subarray(0, SNIFF_BYTES)), title);
    return fileFromBlob(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), title, type);
  });
}
