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
const REPORT_AFTER = 8192;
const LINKS_AT_ONCE = 64;

/** File systems differ in Unicode normalization. */
function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/**
 * Reads a folder in chunks, so that a huge one does not block the event loop.
 * @throws errors of `opendir`
 */
export async function readFolder(
  path: string,
  signal: AbortSignal,
  add: (entries: readonly FolderEntry[]) => void,
): Promise<void> {
  const links: string[] = [];
  let entries: FolderEntry[] = [];
  const report = () => {
    add(entries);
    entries = [];
  };
  for await (const entry of await opendir(path, { bufferSize: BUFFER_SIZE })) {
    if (signal.aborted) return;
    const { name } = entry;
    if (entry.isSymbolicLink()) links.push(name);
    else entries.push({ name, folded: fold(name), isFolder: entry.isDirectory() });
    if (entries.length >= REPORT_AFTER) report();
  }
  while (links.length > 0 && !signal.aborted) {
    entries.push(
      ...(await Promise.all(links.splice(0, LINKS_AT_ONCE).map((name) => followLink(path, name)))),
    );
    if (entries.length >= REPORT_AFTER) report();
  }
  report();
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

interface Ranked {
  readonly entry: FolderEntry;
  readonly rank: number;
}

/**
 * The entries whose names start with the typed text. Case matters only if it contains capitals; hidden files match
 * only after a dot.
 */
export function matchesIn(entries: readonly FolderEntry[], typed: string, kind: FileFieldKind): Matches {
  const wanted = fold(typed);
  const exact = typed.normalize('NFC');
  const isCaseSensitive = exact !== wanted;
  const showsHidden = typed.startsWith('.');
  const best: Ranked[] = [];
  let count = 0;
  let common: string | undefined;
  let commonFolded = '';
  for (const entry of entries) {
    if (!entry.folded.startsWith(wanted)) continue;
    if (!showsHidden && entry.folded.startsWith('.')) continue;
    if (isCaseSensitive && !entry.name.normalize('NFC').startsWith(exact)) continue;
    count += 1;
    if (common === undefined || !entry.folded.startsWith(commonFolded)) {
      common = common === undefined ? entry.name : commonStart(common, entry.folded);
      commonFolded = fold(common);
    }
    insert(best, { entry, rank: rankOf(entry, wanted, kind) });
  }
  // Created on demand, because the first collator of a process is slow.
  const byName = new Intl.Collator(undefined, { numeric: true });
  best.sort((one, other) => one.rank - other.rank || byName.compare(one.entry.name, other.entry.name));
  const matches = best.map(({ entry: { name, isFolder } }) => ({
    name,
    isFolder,
    fits: !isFolder && fitsExtension(kind, name),
  }));
  return { best: matches, count, common: common ?? typed };
}

function rankOf({ name, folded, isFolder }: FolderEntry, wanted: string, kind: FileFieldKind): number {
  if (folded === wanted) return 0;
  if (isFolder) return 1;
  return fitsExtension(kind, name) ? 2 : 3;
}

function isBefore(one: Ranked, other: Ranked): boolean {
  return one.rank === other.rank ? one.entry.folded < other.entry.folded : one.rank < other.rank;
}

/** Keeps the best matches in order, without sorting all of a huge folder. */
function insert(best: Ranked[], next: Ranked): void {
  if (best.length === MAX_MATCHES && !isBefore(next, best.at(-1)!)) return;
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(next, best[middle]!)) high = middle;
    else low = middle + 1;
  }
  best.splice(low, 0, next);
  if (best.length > MAX_MATCHES) best.pop();
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
