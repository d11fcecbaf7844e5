import { homedir } from 'node:os';
import { join } from 'node:path';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Replaces `~` by the home folder, as a shell does. */
export function withHome(path: string): string {
  if (path === '~') return homedir();
  return /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path;
}

const isWindows = process.platform === 'win32';

/** The folder, with its last slash and empty for the current one, and the name in it. */
export function splitPath(typed: string): { readonly folder: string; readonly name: string } {
  const last = Math.max(typed.lastIndexOf('/'), isWindows ? typed.lastIndexOf('\\') : -1);
  return { folder: typed.slice(0, last + 1), name: typed.slice(last + 1) };
}

/** Resolves typed text: an existing file with exactly this name, or a quoted or escaped path. */
export async function resolveTypedPath(typed: string): Promise<string> {
  const plain = withHome(typed);
  const dropped = droppedPath(typed);
  const others = [withHome(typed.trim()), ...(dropped === undefined ? [] : [withHome(dropped)])];
  for (const path of [plain, ...others.filter((other) => other !== plain)]) {
    const found = await stat(path).catch(() => undefined);
    if (found) return path;
  }
  return others.at(-1) ?? plain;
}

/**
 * The path of a file that was dropped on the terminal or pasted: quoted, shell-escaped, a file URL, or plain. If
 * there are several, the first one.
 * @returns undefined if the text is not an absolute path
 */
export function droppedPath(pasted: string): string | undefined {
  const text = pasted.trim().replace(/^& /, '');
  const [line = ''] = text.split('\n');
  const fromUrl = pathOfUrl(line.trim());
  if (fromUrl !== undefined) return fromUrl;
  const isQuoted = isWindows ? /^["']/.test(line) : /["'\\]/.test(line);
  const [first] = isQuoted
    ? isWindows
      ? [line.replace(/^(["'])(.*?)\1.*$/, '$2')]
      : (shellWords(line) ?? [])
    : [];
  if (first !== undefined && isAbsolutePath(first)) return first;
  return isAbsolutePath(line) ? line : undefined;
}

/** Some file managers include the host name in file URLs. */
function pathOfUrl(text: string): string | undefined {
  if (!/^file:\/\//i.test(text)) return undefined;
  try {
    const url = new URL(text);
    if (!isWindows) url.host = '';
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

function isAbsolutePath(path: string): boolean {
  return /^(?:\/|~\/)/.test(path) || (isWindows && /^(?:[a-z]:[\\/]|\\\\)/i.test(path));
}

const part = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|([^\s'"\\]+)/gsy;

/** Splits a string into words as a shell does; undefined if a quote is not closed. */
function shellWords(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  while (at < text.length) {
    part.lastIndex = at;
    const found = part.exec(text);
    if (found) {
      const [, single, double, escaped, plain] = found;
      word = (word ?? '') + (single ?? double?.replace(/\\([\\"$`])/g, '$1') ?? escaped ?? plain ?? '');
      at = part.lastIndex;
    } else if (/\s/.test(text.charAt(at))) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
    } else return undefined;
  }
  return word === undefined ? words : [...words, word];
}
