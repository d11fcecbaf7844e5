import { stat, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt, type FileFieldKind } from '@tryout/engine';

/** Replaces `~` by the home folder, as a shell does. */
export function withHome(path: string): string {
  if (path === '~') return homedir();
  return /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path;
}

const isWindows = process.platform === 'win32';

/** The folder, with its last slash and empty for the current one, and the name in it. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const last = Math.max(path.lastIndexOf('/'), isWindows ? path.lastIndexOf('\\') : -1);
  return { folder: path.slice(0, last + 1), name: path.slice(last + 1) };
}

/** Resolves typed text: an existing file with exactly this name, or a quoted or escaped path. */
export async function resolvePath(text: string): Promise<string> {
  const path = text.trim();
  const paths = [text, path, parseDroppedPath(text) ?? path].map(withHome);
  for (const path of paths) if (await stat(path).catch(() => undefined)) return path;
  return paths.at(-1)!;
}

/**
 * The path of a file that was dropped on the terminal or pasted: quoted, shell-escaped, a file URL, or plain. If
 * there are several, the first one.
 * @returns undefined if the text is not an absolute path
 */
export function parseDroppedPath(input: string): string | undefined {
  const text = input.trim().replace(/^& /, '');
  const line = text.split('\n', 1)[0]!.trim();
  return pathOfUrl(line) ?? [unquote(line), line].find((path) => path !== undefined && isAbsolutePath(path));
}

/** The words of a shell command without their quotes. */
export function splitWords(text: string): readonly string[] {
  const word = isWindows ? /(["']).*?\1|\S+/g : /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/gs;
  return (text.match(word) ?? []).map((each) => pathOfUrl(each) ?? unquote(each) ?? each);
}

/** The paths of several files that were dropped together; undefined for other text. */
export function parseDroppedPaths(text: string): readonly string[] | undefined {
  const words = splitWords(text);
  return words.length > 1 && words.every(isAbsolutePath) ? words : undefined;
}

/** Some file managers include the host name in file URLs. */
function pathOfUrl(text: string): string | undefined {
  if (!/^file:\/\//i.test(text)) return undefined;
  return attempt(() => {
    const url = new URL(text);
    if (!isWindows) url.host = '';
    return fileURLToPath(url);
  });
}

function isAbsolutePath(path: string): boolean {
  return /^(?:\/|~\/)/.test(path) || (isWindows && /^(?:[a-z]:[\\/]|\\\\)/i.test(path));
}

/** The first word of a shell command: quoted, escaped and plain parts. */
const shellWord = /^(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\]){1,4096}(?=\s|$)/;
const quotedPart = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g;

/** A path without quotes and escapes; undefined if it has none, or a quote is not closed. */
function unquote(line: string): string | undefined {
  if (isWindows) return /^(["'])(.*?)\1/.exec(line)?.[2];
  if (!/["'\\]/.test(line)) return undefined;
  return shellWord
    .exec(line)?.[0]
    .replace(
      quotedPart,
      (_all, single?: string, double?: string, escape?: string) =>
        single ?? double?.replace(/\\([\\"$`])/g, '$1') ?? escape ?? '',
    );
}

export interface FolderEntry {
  readonly name: string;
  /** The name for comparing: NFC-normalized, in lower case. */
  readonly key: string;
  readonly isFolder: boolean;
}

/** File systems differ in Unicode normalization. */
function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The entries of a folder. @throws errors of `readdir` */
export async function readFolder(path: string): Promise<readonly FolderEntry[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return Promise.all(
    entries.map(async (entry) => {
      const { name } = entry;
      const target = entry.isSymbolicLink() ? await stat(join(path, name)).catch(() => undefined) : entry;
      return { name, key: fold(name), isFolder: target?.isDirectory() === true };
    }),
  );
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

type Matches = ReturnType<typeof matchesIn>;

export type Match = Matches['best'][number];

const MAX_MATCHES = 200;

/**
 * The entries whose names start with the typed text. Case matters only if it contains capitals; hidden files match
 * only after a dot.
 */
export function matchesIn(entries: readonly FolderEntry[], text: string, kind: FileFieldKind) {
  const prefix = fold(text);
  const exact = text.normalize('NFC');
  const isCaseSensitive = exact !== prefix;
  const matches = entries.filter(
    ({ name, key }) =>
      key.startsWith(prefix) &&
      (prefix.startsWith('.') || !key.startsWith('.')) &&
      (!isCaseSensitive || name.normalize('NFC').startsWith(exact)),
  );
  const ranking = matches.map(({ name, key, isFolder }) => {
    const fits = !isFolder && fitsExtension(kind, name);
    const rank = key === prefix ? 0 : isFolder ? 1 : fits ? 2 : 3;
    return { name, key, isFolder, fits, rank };
  });
  ranking.sort((one, other) => one.rank - other.rank || (one.key < other.key ? -1 : 1));
  return {
    /** Sorted by rank and name: the exact name, folders, files that fit, others. */
    best: ranking.slice(0, MAX_MATCHES),
    /** The number of all matches. */
    count: matches.length,
    /** The common prefix of all names, spelled as in the first one; at least the typed name. */
    common: commonStart(matches) ?? text,
  };
}

/** The common prefix of names, ignoring case; undefined without names. */
function commonStart([first, ...others]: readonly FolderEntry[]): string | undefined {
  if (!first) return undefined;
  let start = '';
  for (const character of first.name) {
    const longer = fold(start + character);
    if (!others.every(({ key }) => key.startsWith(longer))) break;
    start += character;
  }
  return start;
}
