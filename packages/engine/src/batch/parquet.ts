import { InputError } from '../errors/index.ts';
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

/** npm may leave out the library. @throws InputError */
async function loadLibrary() {
  try {
    return await import('hyparquet');
  } catch (cause) {
    const hint = "Install Tryout again with npm's option --include=optional, or use CSV or JSON Lines.";
    throw new InputError('Parquet files need hyparquet, which is not installed', { hint, cause });
  }
}

/** Bytes of rows that are held at the same time, uncompressed. */
const MAX_BLOCK = 32 * 1024 * 1024;
/** Bytes of a row group, which cannot be read in smaller parts. */
const MAX_GROUP = 1024 * 1024 * 1024;

/** The rows of a Parquet file. @throws InputError for a damaged file */
export async function* readParquet(file: RandomAccessFile, name: string): AsyncGenerator<Row, void, void> {
  const { parquetMetadataAsync, parquetReadObjects } = await loadLibrary();
  const damaged = (cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new InputError(`Could not read ${name}: ${reason}`, {
      hint: 'Check that it is a Parquet file.',
      cause,
    });
  };
  const metadata = await parquetMetadataAsync(file).catch((cause: unknown) => {
    throw damaged(cause);
  });
  let start = 0;
  let row = 0;
  for (const { num_rows: total, total_byte_size: bytes } of metadata.row_groups) {
    const [rows, size] = [Number(total), Number(bytes)];
    if (size > MAX_GROUP) throw damaged(new Error('a row group is too large'));
    const step = Math.max(1, Math.ceil(rows / Math.max(1, Math.ceil(size / MAX_BLOCK))));
    for (let at = 0; at < rows; at += step) {
      const range = { rowStart: start + at, rowEnd: start + Math.min(at + step, rows) };
      const objects = await parquetReadObjects({
        file,
        metadata,
        ...range,
        utf8: false,
        useOffsetIndex: true,
      }).catch((cause: unknown) => {
        throw damaged(cause);
      });
      for (const object of objects) {
        row += 1;
        const title = `${name} row ${row}`;
        yield Object.fromEntries(
          Object.entries(object).map(([column, value]) => [column, toCell(value, title)]),
        );
      }
    }
    start += rows;
  }
}

/** JSON, or a file for bytes and for the Hub's images and sounds, `{bytes, path}`. */
function toCell(value: unknown, title: string, depth = 0): Cell {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value instanceof Date) return value.toISOString();
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
