import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FieldKind } from '@tryout/engine';

/** A file or folder in a folder. */
export interface FolderEntry {
  readonly name: string;
  /** The name to compare by: composed, in lower case. */
  readonly folded: string;
  readonly isFolder: boolean;
}

/** Read at once from the disk; after each of these keys are answered. */
const PORTION = 512;
/** Reports what has come after so many entries. */
const REPORT_AFTER = 8192;
/** Links whose targets are looked up at the same time. */
const LINKS_AT_ONCE = 64;

/** A name as it is compared: systems differ in how they compose letters with marks. */
export function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/**
 * Reads a folder piece by piece, so that keys are answered in between, however many entries it has.
 * @param add given the entries as they come
 * @throws what `opendir` throws
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
  for await (const entry of await opendir(path, { bufferSize: PORTION })) {
    if (signal.aborted) return;
    const { name } = entry;
    if (entry.isSymbolicLink()) links.push(name);
    else entries.push({ name, folded: folded(name), isFolder: entry.isDirectory() });
    if (entries.length >= REPORT_AFTER) report();
  }
  while (links.length > 0 && !signal.aborted) {
    entries.push(...(await Promise.all(links.splice(0, LINKS_AT_ONCE).map((name) => followed(path, name)))));
    if (entries.length >= REPORT_AFTER) report();
  }
  report();
}

async function followed(folder: string, name: string): Promise<FolderEntry> {
  const target = await stat(join(folder, name)).catch(() => undefined);
  return { name, folded: folded(name), isFolder: target?.isDirectory() === true };
}

/** Kinds of fields that take a file. */
export type FileFieldKind = Extract<FieldKind, 'image' | 'audio' | 'json'>;

/** Endings of files that a field most likely takes; what a file is, its first bytes decide when it is read. */
const endings: Readonly<Record<FileFieldKind, RegExp>> = {
  image: /\.(?:png|apng|jpe?g|jpe|jfif|webp|gif|avif|tiff?|bmp|heic|heif|jxl|jp2|ico)$/i,
  audio: /\.(?:wav|wave|flac|mp3|ogg|oga|opus|m4a|m4b|aac|aiff?|amr|wma|webm|mp4|mov)$/i,
  json: /\.json$/i,
};

/** Whether a file's name speaks for its being of a kind. */
function fitsByEnding(name: string, kind: FileFieldKind): boolean {
  return endings[kind].test(name);
}

/** An entry that a person may mean. */
export interface Match {
  readonly name: string;
  readonly isFolder: boolean;
  /** Whether its ending speaks for it; folders do not. */
  readonly fits: boolean;
}

/** The entries that a typed name may mean. */
export interface Matches {
  /** The best ones: one of just this name, folders, files that fit, others; by name. */
  readonly best: readonly Match[];
  /** How many there are in all. */
  readonly count: number;
  /** What the names of all begin with, as the first of them writes it; at least as long as what was typed. */
  readonly common: string;
}

/** More than this nobody goes through. */
const MOST = 200;

interface Ranked {
  readonly entry: FolderEntry;
  readonly rank: number;
}

/**
 * The entries whose names begin as typed. Capital letters only count where some were typed; names that begin with a dot
 * only where it was typed.
 */
export function matchesIn(entries: readonly FolderEntry[], typed: string, kind: FileFieldKind): Matches {
  const wanted = folded(typed);
  const exactly = typed.normalize('NFC');
  const isExact = exactly !== wanted;
  const showsHidden = typed.startsWith('.');
  const best: Ranked[] = [];
  let count = 0;
  let common: string | undefined;
  let commonFolded = '';
  for (const entry of entries) {
    if (!entry.folded.startsWith(wanted)) continue;
    if (!showsHidden && entry.folded.startsWith('.')) continue;
    if (isExact && !entry.name.normalize('NFC').startsWith(exactly)) continue;
    count += 1;
    if (common === undefined || !entry.folded.startsWith(commonFolded)) {
      common = common === undefined ? entry.name : commonStart(common, entry.folded);
      commonFolded = folded(common);
    }
    insert(best, { entry, rank: rankOf(entry, wanted, kind) });
  }
  best.sort((one, other) => one.rank - other.rank || byName.compare(one.entry.name, other.entry.name));
  return {
    best: best.map(({ entry: { name, isFolder } }) => ({
      name,
      isFolder,
      fits: !isFolder && fitsByEnding(name, kind),
    })),
    count,
    common: common ?? typed,
  };
}

const byName = new Intl.Collator(undefined, { numeric: true });

function rankOf({ name, folded: own, isFolder }: FolderEntry, wanted: string, kind: FileFieldKind): number {
  if (own === wanted) return 0;
  if (isFolder) return 1;
  return fitsByEnding(name, kind) ? 2 : 3;
}

function isBefore(one: Ranked, other: Ranked): boolean {
  return one.rank === other.rank ? one.entry.folded < other.entry.folded : one.rank < other.rank;
}

/** Keeps the best of what came so far in order, without sorting all of a huge folder. */
function insert(best: Ranked[], next: Ranked): void {
  if (best.length === MOST && !isBefore(next, best[MOST - 1]!)) return;
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(next, best[middle]!)) high = middle;
    else low = middle + 1;
  }
  best.splice(low, 0, next);
  if (best.length > MOST) best.pop();
}

/** The beginning of a name that another one has too, whatever its case; whole characters. */
function commonStart(name: string, other: string): string {
  let kept = '';
  for (const character of name) {
    if (!other.startsWith(folded(kept + character))) break;
    kept += character;
  }
  return kept;
}
