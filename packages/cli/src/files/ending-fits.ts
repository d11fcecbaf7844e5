import { extname } from 'node:path';
import { endingOf } from '@tryout/engine';

/** Endings that mean the same. */
const synonyms: readonly (readonly string[])[] = [
  ['jpg', 'jpeg', 'jpe', 'jfif'],
  ['tif', 'tiff'],
  ['wav', 'wave'],
  ['m4a', 'mp4'],
  ['ogg', 'oga', 'opus'],
  ['html', 'htm'],
];

/** Endings of files that hold no text; a text may stand under any other. */
const binary: ReadonlySet<string> = new Set([
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'tif', 'tiff', 'ico', 'svg', 'pdf', 'zip', 'gz'],
  ...['wav', 'wave', 'mp3', 'flac', 'ogg', 'oga', 'opus', 'aac', 'm4a', 'mp4', 'webm', 'mov', 'npy', 'xlsx'],
]);

/**
 * What a file holds, in a word, where its ending says something else, for example `PNG`; undefined where the ending
 * fits, or where there is none.
 */
export function misnamed(path: string, contentType: string): string | undefined {
  const ending = extname(path).slice(1).toLowerCase();
  if (ending === '') return undefined;
  if (contentType === 'text/plain') return binary.has(ending) ? 'text' : undefined;
  const own = endingOf(contentType);
  if (contentType === 'application/json' && ['json', 'txt'].includes(ending)) return undefined;
  const same = synonyms.find((endings) => endings.includes(own)) ?? [own];
  return same.includes(ending) ? undefined : own.toUpperCase();
}

/** The path with a remark on what the file holds, where its ending says something else. */
export function withHolding(path: string, contentType: string): string {
  const held = misnamed(path, contentType);
  return held === undefined ? path : `${path} (it holds ${held})`;
}
