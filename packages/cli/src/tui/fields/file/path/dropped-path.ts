import { fileURLToPath } from 'node:url';
import { shellWords } from './shell-words.ts';

const isWindows = process.platform === 'win32';

/** The path in a file URL, also in one that names this machine, as some file managers write them. */
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

function isWholePath(path: string): boolean {
  return /^(?:\/|~\/)/.test(path) || (isWindows && /^(?:[a-z]:[\\/]|\\\\)/i.test(path));
}

/**
 * The path of a file that was dropped on the terminal, or copied elsewhere and pasted: quoted, with backslashes before
 * its spaces, as a file URL, or plain. Of several the first one.
 * @returns undefined for a text that is no whole path
 */
export function droppedPath(pasted: string): string | undefined {
  const text = pasted.trim().replace(/^& /, '');
  const [line = ''] = text.split('\n');
  const fromUrl = pathOfUrl(line.trim());
  if (fromUrl !== undefined) return fromUrl;
  const isMarked = isWindows ? /^["']/.test(line) : /["'\\]/.test(line);
  const [first] = isMarked
    ? isWindows
      ? [line.replace(/^(["'])(.*?)\1.*$/, '$2')]
      : (shellWords(line) ?? [])
    : [];
  if (first !== undefined && isWholePath(first)) return first;
  return isWholePath(line) ? line : undefined;
}
