import { extname } from 'node:path';
import { getEnding } from '@tryout/engine';

const synonyms: readonly (readonly string[])[] = [
  ['jpg', 'jpeg', 'jpe', 'jfif'],
  ['tif', 'tiff'],
  ['wav', 'wave'],
  ['m4a', 'mp4'],
  ['ogg', 'oga', 'opus'],
  ['html', 'htm'],
];

/** Extensions of binary files. Text may have any other extension. */
const binary: ReadonlySet<string> = new Set([
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'tif', 'tiff', 'ico', 'svg', 'pdf', 'zip', 'gz'],
  ...['wav', 'wave', 'mp3', 'flac', 'ogg', 'oga', 'opus', 'aac', 'm4a', 'mp4', 'webm', 'mov', 'npy', 'xlsx'],
]);

/** A file's actual format, such as `PNG`, if its extension does not match; undefined otherwise. */
export function actualFormat(path: string, contentType: string): string | undefined {
  const extension = extname(path).slice(1).toLowerCase();
  if (extension === '') return undefined;
  if (contentType === 'text/plain') return binary.has(extension) ? 'text' : undefined;
  const own = getEnding(contentType);
  if (contentType === 'application/json' && ['json', 'txt'].includes(extension)) return undefined;
  const same = synonyms.find((group) => group.includes(own)) ?? [own];
  return same.includes(extension) ? undefined : own.toUpperCase();
}

/** The path, with the file's format if the extension does not match. */
export function pathWithFormat(path: string, contentType: string): string {
  const format = actualFormat(path, contentType);
  return format === undefined ? path : `${path} (it contains ${format})`;
}
