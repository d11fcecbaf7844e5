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

const loadLibrary = () =>
  loadPackage('hyparquet', async () => ({
    ...(await import('hyparquet')),
    ...(await import('./parquet-rows.mjs')),
  }));

const loadCompressors = async () =>
  (await loadPackage('hyparquet-compressors', () => import('./page-compressors.mjs'))).compressors;

/** Decodes in this thread. */
async function createDecoder(file: RandomAccessFile): Promise<ParquetDecoder> {
  const { parquetMetadataAsync, readRows } = await loadLibrary();
  let metadata: FileMetaData;
  return {
    readMetadata: async () => (metadata = await parquetMetadataAsync(file)),
    async *readRows({ isCompressed, ...range }) {
      const compressors = isCompressed ? await loadCompressors() : {};
      yield await readRows({ ...range, file, metadata, compressors });
    },
  };
}

/** Bytes, rows and values that are decoded at the same time, uncompressed. */
const MAX_BLOCK = { bytes: 32 * 1024 * 1024, rows: 250_000, values: 8 * 1024 * 1024 };
/** Columns, with those that they are nested in. */
const MAX_COLUMNS = 10_000;

/**
 * The rows of a Parquet file.
 * @param openDecoder by default that of this thread, which cannot be canceled while it is busy
 * @throws InputError for a damaged file
 */
export async function* readParquet(
  file: RandomAccessFile,
  name: string,
  openDecoder: (file: RandomAccessFile) => ParquetDecoder | Promise<ParquetDecoder> = createDecoder,
): AsyncGenerator<Row, void, void> {
  // Says what is missing before a thread needs it.
  await loadLibrary();
  const decoder = await openDecoder(file);
  let [row, number] = [0, 0];
  try {
    const metadata = await decoder.readMetadata();
    if (metadata.schema.length > MAX_COLUMNS) throw new Error(`it has more than ${MAX_COLUMNS} columns`);
    const isCompressed = metadata.row_groups.some(({ columns }) =>
      columns.some(({ meta_data: column }) => !['UNCOMPRESSED', 'SNAPPY'].includes(column?.codec ?? '')),
    );
    if (isCompressed) await loadCompressors();
    let start = 0;
    for (const group of metadata.row_groups) {
      const [rows, size] = [Number(group.num_rows), Number(group.total_byte_size)];
      number += 1;
      if (!(rows >= 0)) throw new RangeError();
      const parts = [
        size / MAX_BLOCK.bytes,
        rows / MAX_BLOCK.rows,
        (rows * group.columns.length) / MAX_BLOCK.values,
      ];
      const step = Math.max(1, Math.ceil(rows / Math.max(1, ...parts.map(Math.ceil))));
      for (let at = 0; at < rows; at += step) {
        const range = { rowStart: start + at, rowEnd: start + Math.min(at + step, rows) };
        for await (const part of decoder.readRows({ ...range, isCompressed }))
          for (const cells of part) {
            row += 1;
            yield toRow(cells, `${name} row ${row}`);
          }
      }
      start += rows;
    }
  } catch (cause) {
    if (isFailure(cause)) throw cause;
    const place = `${name}${number > 0 ? `, row group ${number}` : ''}`;
    throw new InputError(`Could not read ${place}: ${getReason(cause)}`, {
      hint: 'Check that it is a complete Parquet file.',
      cause,
    });
  }
}

/** Other errors of the decoder are about its own variables. */
function getReason(cause: unknown): string {
  return cause instanceof Error && cause.name === 'Error' ? cause.message : 'it is damaged';
}

function toRow(cells: Readonly<Record<string, unknown>>, title: string): Row {
  const entries = Object.entries(cells).map(([column, value]): [string, Cell] => [
    column,
    value instanceof Error ? unreadableCell(column, title, value) : toCell(value, title),
  ]);
  return Object.fromEntries(entries);
}

/** A row fails only if it needs the cell. */
function unreadableCell(column: string, title: string, cause: Error): MediaCell {
  return new MediaCell(column, () => {
    throw new InputError(`Could not read column ${column} of ${title}: ${getReason(cause)}`, {
      hint: 'Choose another column, or write the file with types that more programs read.',
      cause,
    });
  });
}

/** JSON, or a file for bytes and for the Hub's images and sounds, `{bytes, path}`. */
function toCell(value: unknown, title: string, depth = 0): Cell {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (Number.isNaN(value)) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
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
