import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Field, FieldKind } from '@tryout/engine';

export interface FolderEntry {
  readonly name: string;
  /** The name for comparing: NFC-normalized, in lower case. */
  readonly folded: string;
  readonly isFolder: boolean;
}

/** Entries read at once; key presses are handled in between. */
const BUFFER_SIZE = 512;
const LINKS_AT_ONCE = 64;

/** File systems differ in Unicode normalization. */
function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/**
 * Reads a folder in chunks, so that a huge one does not block the event loop.
 * @returns the entries, incomplete after an abort
 * @throws errors of `opendir`
 */
export async function readFolder(path: string, signal: AbortSignal): Promise<readonly FolderEntry[]> {
  const links: string[] = [];
  const entries: FolderEntry[] = [];
  for await (const entry of await opendir(path, { bufferSize: BUFFER_SIZE })) {
    if (signal.aborted) return entries;
    const { name } = entry;
    if (entry.isSymbolicLink()) links.push(name);
    else entries.push({ name, folded: fold(name), isFolder: entry.isDirectory() });
  }
  while (links.length > 0 && !signal.aborted) {
    const some = links.splice(0, LINKS_AT_ONCE);
    entries.push(...(await Promise.all(some.map((name) => followLink(path, name)))));
  }
  return entries;
}

async function followLink(folder: string, name: string): Promise<FolderEntry> {
  const target = await stat(join(folder, name)).catch(() => undefined);
  return { name, folded: fold(name), isFolder: target?.isDirectory() === true };
}

/** Kinds of fields that take a file. */
export type FileFieldKind = Extract<FieldKind, 'image' | 'audio' | 'json'>;

/** Extensions that a field probably takes; the content decides when the file is read. */
const extensions: Readonly<Record<FileFieldKind, RegExp>> = {
  image: /\.(?:png|apng|jpe?g|jpe|jfif|webp|gif|avif|tiff?|bmp|heic|heif|jxl|jp2|ico)$/i,
  audio: /\.(?:wav|wave|flac|mp3|ogg|oga|opus|m4a|m4b|aac|aiff?|amr|wma|webm|mp4|mov)$/i,
  json: /\.(?:json|csv|tsv)$/i,
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
  const showsHidden = typed.startsWith('.');
  const found: FolderEntry[] = [];
  let common: string | undefined;
  let commonFolded = '';
  for (const entry of entries) {
    if (!entry.folded.startsWith(wanted)) continue;
    if (!showsHidden && entry.folded.startsWith('.')) continue;
    if (isCaseSensitive && !entry.name.normalize('NFC').startsWith(exact)) continue;
    found.push(entry);
    if (common === undefined || !entry.folded.startsWith(commonFolded)) {
      common = common === undefined ? entry.name : commonStart(common, entry.folded);
      commonFolded = fold(common);
    }
  }
  const ranks = new Map(found.map((entry) => [entry, rankOf(entry, wanted, kind)]));
  const byRank = (one: FolderEntry, other: FolderEntry) => ranks.get(one)! - ranks.get(other)!;
  // Natural order is slow for thousands of names.
  const first = found
    .sort((one, other) => byRank(one, other) || (one.folded < other.folded ? -1 : 1))
    .slice(0, MAX_MATCHES);
  const byName = new Intl.Collator(undefined, { numeric: true });
  const best = first
    .sort((one, other) => byRank(one, other) || byName.compare(one.name, other.name))
    .map(({ name, isFolder }) => ({ name, isFolder, fits: !isFolder && fitsExtension(kind, name) }));
  return { best, count: found.length, common: common ?? typed };
}

function rankOf({ name, folded, isFolder }: FolderEntry, wanted: string, kind: FileFieldKind): number {
  if (folded === wanted) return 0;
  if (isFolder) return 1;
  return fitsExtension(kind, name) ? 2 : 3;
}

/** The common prefix of two names, ignoring case. */
function commonStart(name: string, other: string): string {
  let kept = '';
  for (const character of name) {
    if (!other.startsWith(fold(kept + character))) break;
    kept += character;
  }
  return kept;
}
