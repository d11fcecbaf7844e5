import { getEnding, placeholdersIn, type FileInput } from '../fields/index.ts';
import type { RequestBody } from '../http/index.ts';
import { normalizeUrl } from '../request/index.ts';
import { shellWord } from './literals.ts';

/**
 * The path that code reads a file from. A downloaded file gets a generated name, since a URL could name any path.
 */
export function filePath({ path, name, url, contentType }: FileInput): string {
  if (path !== undefined) return path === '-' ? '/dev/stdin' : path;
  return url === undefined ? name : `tryout-example.${getEnding(contentType)}`;
}

export function downloads(body: RequestBody): readonly { readonly url: string; readonly path: string }[] {
  const byPath = new Map<string, string>();
  for (const file of filesIn(body)) {
    if (file.url !== undefined && file.path === undefined) {
      byPath.set(filePath(file), normalizeUrl(new URL(file.url)));
    }
  }
  return [...byPath].map(([path, url]) => ({ path, url }));
}

/** Shell commands that download the files of a body; each ends in `&& \`. */
export function downloadCommands(body: RequestBody): string[] {
  return downloads(body).map(({ url, path }) => `curl -fsSL -o ${shellWord(path)} ${shellWord(url)} && \\`);
}

function filesIn(body: RequestBody): FileInput[] {
  if (body.kind === 'file') return [body.file];
  if (body.kind === 'json') return placeholdersIn(body.json).map(({ file }) => file);
  return body.parts.flatMap(({ value }) => (typeof value === 'string' ? [] : [value]));
}

/** An output file name that none of the body's files has. */
export function unusedFileName(base: string, ending: string, body: RequestBody): string {
  const taken = new Set(filesIn(body).map((file) => filePath(file).split(/[\\/]/).at(-1)?.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = `${base}${number === 1 ? '' : `-${number}`}.${ending}`;
    if (!taken.has(name)) return name;
  }
}

/** Inserts the code of a file number before the extension. @param file its name, escaped for the code */
export function withNumber(file: string, number: string): string {
  return file.replace(/(?:(?<=[^/])\.[^./]+)?$/, (ending) => `-${number}${ending}`);
}
