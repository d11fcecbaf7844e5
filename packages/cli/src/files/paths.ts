import { stat, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileFieldKind } from '@tryout/engine';

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

export interface FolderEntry {
  readonly name: string;
  /** The name for comparing: NFC-normalized, in lower case. */
  readonly folded: string;
  readonly isFolder: boolean;
}

/** File systems differ in Unicode normalization. */
function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The entries of a folder. @throws errors of `readdir` */
export async function readFolder(path: string): Promise<readonly FolderEntry[]> {
  const entries = await readdir(path, { withFileTypes: true });
  const read = entries.map(async (entry) => {
    const { name } = entry;
    const isFolder = entry.isSymbolicLink() ? await isLinkToFolder(join(path, name)) : entry.isDirectory();
    return { name, folded: fold(name), isFolder };
  });
  return Promise.all(read);
}

async function isLinkToFolder(path: string): Promise<boolean> {
  const target = await stat(path).catch(() => undefined);
  return target?.isDirectory() === true;
}

/** Extensions that a field probably takes; the content decides when the file is read. */
const extensions: Readonly<Record<FileFieldKind, RegExp>> = {
  image: /\.(?:png|apng|jpe?g|jpe|jfif|webp|gif|avif|tiff?|bmp|heic|heif|jxl|jp2|ico)$/i,
  audio:
    /\.(?:wav|wave|rf64|bwf|w64|flac|mp3|ogg|oga|opus|m4a|m4b|aac|ac3|aif[cf]?|aiff|amr|au|snd|caf|wma|webm|mka|mkv|mp4|mov|3gp)$/i,
  json: /\.(?:jsonl?|ndjson|csv|tsv)$/i,
};

export function fitsExtension(kind: FileFieldKind, name: string): boolean {
  return extensions[kind].test(name);
}

export interface Match {
  readonly name: string;
  readonly isFolder: boolean;
  readonly fits: boolean;
}

export interface Matches {
  /** The best matches, sorted by rank and name: the exact name, folders, files that fit, others. */
  readonly best: readonly Match[];
  /** The number of all matches. */
  readonly count: number;
  /** The common prefix of all names, spelled as in the first one; at least the typed name. */
  readonly common: string;
}

const MAX_MATCHES = 200;

/**
 * The entries whose names start with the typed text. Case matters only if it contains capitals; hidden files match
 * only after a dot.
 */
export function matchesIn(entries: readonly FolderEntry[], typed: string, kind: FileFieldKind): Matches {
  const wanted = fold(typed);
  const exact = typed.normalize('NFC');
  const isCaseSensitive = exact !== wanted;
  const found = entries.filter(
    ({ name, folded }) =>
      folded.startsWith(wanted) &&
      (wanted.startsWith('.') || !folded.startsWith('.')) &&
      (!isCaseSensitive || name.normalize('NFC').startsWith(exact)),
  );
  const ranked = found.map(({ name, folded, isFolder }) => {
    const fits = !isFolder && fitsExtension(kind, name);
    const rank = folded === wanted ? 0 : isFolder ? 1 : fits ? 2 : 3;
    return { name, folded, isFolder, fits, rank };
  });
  ranked.sort((one, other) => one.rank - other.rank || (one.folded < other.folded ? -1 : 1));
  return { best: ranked.slice(0, MAX_MATCHES), count: found.length, common: commonStart(found) ?? typed };
}

/** The common prefix of names, ignoring case; undefined without names. */
function commonStart([first, ...others]: readonly FolderEntry[]): string | undefined {
  if (!first) return undefined;
  let kept = '';
  for (const character of first.name) {
    const longer = fold(kept + character);
    if (!others.every(({ folded }) => folded.startsWith(longer))) break;
    kept += character;
  }
  return kept;
}
