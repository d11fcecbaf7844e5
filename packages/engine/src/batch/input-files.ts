import { isFileField, type Field } from '../fields/index.ts';
import type { Task } from '../tasks/index.ts';
import { isParquetFile } from './parquet.ts';
import { isRowFile } from './table-rows.ts';

/** Extensions of files in folders that are inputs of a kind. */
export const inputExtensions: Readonly<Record<string, RegExp>> = {
  image: /\.(?:png|jpe?g|webp|gif|bmp|tiff?|avif)$/i,
  audio: /\.(?:wav|mp3|flac|ogg|oga|opus|m4a|aac|aiff?|amr|webm|mp4)$/i,
  json: /\.(?:json|csv|tsv)$/i,
  text: /\.(?:txt|md)$/i,
};

/** The field that files are for: the first one that takes files, or the first of all. */
export function getFileField({ fields }: Pick<Task, 'fields'>): readonly [name: string, field: Field] {
  const all = Object.entries(fields);
  return all.find(([, field]) => isFileField(field)) ?? all[0]!;
}

/** Whether a file is a table with a row per line, not the input of one row. */
export function isBatchTable(name: string, task: Pick<Task, 'fields'>): boolean {
  const [, { kind }] = getFileField(task);
  return (
    isParquetFile(name) || (isRowFile(name) && !(kind === 'json' && inputExtensions['json']!.test(name)))
  );
}

/** Orders names of files as people do: `2.png` before `10.png`. */
export const compareNames = new Intl.Collator('en', { numeric: true }).compare;
