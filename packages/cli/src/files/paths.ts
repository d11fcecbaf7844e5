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
  const trimmed = typed.trim();
  const paths = [typed, trimmed, droppedPath(typed) ?? trimmed].map(withHome);
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found) return path;
  }
  return paths.at(-1)!;
}

/**
 * The path of a file that was dropped on the terminal or pasted: quoted, shell-escaped, a file URL, or plain. If
 * there are several, the first one.
 * @returns undefined if the text is not an absolute path
 */
export function droppedPath(pasted: string): string | undefined {
  const text = pasted.trim().replace(/^& /, '');
  const line = text.split('\n', 1)[0]!.trim();
  return pathOfUrl(line) ?? [unquoted(line), line].find((path) => path !== undefined && isAbsolutePath(path));
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

/** The first word of a shell command: quoted, escaped and plain parts. */
const shellWord = /^(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\]){1,4096}(?=\s|$)/;
const quotedPart = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g;

/** A path without quotes and escapes; undefined if it has none, or a quote is not closed. */
function unquoted(line: string): string | undefined {
  if (isWindows) return /^(["'])(.*?)\1/.exec(line)?.[2];
  if (!/["'\\]/.test(line)) return undefined;
  return shellWord
    .exec(line)?.[0]
    .replace(
      quotedPart,
      (_all, single?: string, double?: string, escaped?: string) =>
        single ?? double?.replace(/\\([\\"$`])/g, '$1') ?? escaped ?? '',
    );
}
