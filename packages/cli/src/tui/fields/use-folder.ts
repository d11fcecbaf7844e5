import { useEffect, useRef, useState } from 'react';
import { readFolder, type FolderEntry } from '../../files/folder.ts';

/** A folder as far as it has been read. */
export interface Listing {
  readonly status: 'reading' | 'read' | 'failed';
  /** In the disk's order. */
  readonly entries: readonly FolderEntry[];
  /** The system's code, such as `EACCES`. */
  readonly code?: string;
}

/** Milliseconds that a listing is taken to be as the disk is. */
const FRESH = 2000;

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
