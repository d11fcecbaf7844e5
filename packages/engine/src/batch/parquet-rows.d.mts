import type { Compressors, FileMetaData } from 'hyparquet';
import type { RandomAccessFile } from './parquet.ts';

export function readRows(options: {
  readonly file: RandomAccessFile;
  readonly metadata: FileMetaData;
  readonly compressors: Compressors;
  readonly rowStart: number;
  readonly rowEnd: number;
}): Promise<Readonly<Record<string, unknown>>[]>;
