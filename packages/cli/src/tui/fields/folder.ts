import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { useEffect, useRef, useState } from 'react';

/** A file or folder in a folder. */
export interface FolderEntry {
  readonly name: string;
  /** The name to compare by: composed, in lower case. */
  readonly folded: string;
  readonly isFolder: boolean;
}

/** A folder as far as it has been read. */
export interface Listing {
  readonly status: 'reading' | 'read' | 'failed';
  /** In the disk's order. */
  readonly entries: readonly FolderEntry[];
  /** The system's code, such as `EACCES`. */
  readonly code?: string;
}

/** Read at once from the disk; after each of these keys are answered. */
const PORTION = 512;
/** Reports what has come after so many entries. */
const REPORT_AFTER = 8192;
/** Links whose targets are looked up at the same time. */
const LINKS_AT_ONCE = 64;
/** Milliseconds that a listing is taken to be as the disk is. */
const FRESH = 2000;

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

/** What is or was read last. */
interface Reading {
  readonly path: string;
  readonly leaving: AbortController;
  /** When it was read whole. */
  doneAt?: number;
}

const UNREAD: Listing = { status: 'reading', entries: [] };

/**
 * The entries of a folder, read in the background; none without a path. A listing that is no longer fresh stays until
 * the folder has been read again.
 * @param typed when it changes, the folder is looked at again
 */
export function useFolder(path: string | undefined, typed: string): Listing {
  const [known, setKnown] = useState<Listing & { readonly path?: string }>(UNREAD);
  const reading = useRef<Reading>(undefined);
  useEffect(() => {
    const now = reading.current;
    const isFresh = now?.path === path && (now?.doneAt === undefined || Date.now() - now.doneAt < FRESH);
    if (path === undefined || isFresh) return;
    now?.leaving.abort();
    const next: Reading = { path, leaving: new AbortController() };
    const isKnown = now?.path === path;
    reading.current = next;
    void listFolder(path, next.leaving.signal, (listing) => {
      if (listing.status !== 'reading') next.doneAt = Date.now();
      if (!isKnown || listing.status !== 'reading') setKnown({ ...listing, path });
    });
  }, [path, typed]);
  useEffect(() => () => reading.current?.leaving.abort(), []);
  return known.path === path ? known : UNREAD;
}

/** Reads a folder and reports what is known of it, until the signal. */
async function listFolder(
  path: string,
  signal: AbortSignal,
  report: (listing: Listing) => void,
): Promise<void> {
  let entries: readonly FolderEntry[] = [];
  const tell = (listing: Listing) => {
    if (!signal.aborted) report(listing);
  };
  try {
    await readFolder(path, signal, (more) => {
      entries = entries.concat(more);
      tell({ status: 'reading', entries });
    });
    tell({ status: 'read', entries });
  } catch (error) {
    tell({ status: 'failed', entries: [], code: (error as NodeJS.ErrnoException).code ?? '' });
  }
}
