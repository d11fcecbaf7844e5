import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Field, FieldKind } from '@tryout/engine';

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

/** Kinds of fields that take a file. */
export type FileFieldKind = Extract<FieldKind, 'image' | 'audio' | 'json'>;

/** Extensions that a field probably takes; the content decides when the file is read. */
const extensions: Readonly<Record<FileFieldKind, RegExp>> = {
  image: /\.(?:png|apng|jpe?g|jpe|jfif|webp|gif|avif|tiff?|bmp|heic|heif|jxl|jp2|ico)$/i,
  audio:
    /\.(?:wav|wave|rf64|bwf|w64|flac|mp3|ogg|oga|opus|m4a|m4b|aac|ac3|aif[cf]?|aiff|amr|au|snd|caf|wma|webm|mka|mkv|mp4|mov|3gp)$/i,
  json: /\.(?:jsonl?|ndjson|csv|tsv)$/i,
};

export function isFileField<F extends Field>(field: F): field is Extract<F, { kind: FileFieldKind }> {
  return Object.hasOwn(extensions, field.kind);
}

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
