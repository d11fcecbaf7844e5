import { readFolder, type FolderEntry } from './folder-entries.ts';

/** A folder as far as it has been read. */
export interface Listing {
  readonly status: 'reading' | 'read' | 'failed';
  /** In the disk's order. The same list while it grows: `version` tells of that. */
  readonly entries: readonly FolderEntry[];
  readonly version: number;
  /** The system's code, such as `EACCES`. */
  readonly code?: string;
}

/** The folders that were looked into. */
export interface Folders {
  /** What is known of a folder now; it begins to read one that is not known, or not lately. */
  look(path: string): Listing;
}

/** Milliseconds that a listing is taken to be as the disk is. */
const FRESH = 2000;
/** Folders that are remembered. */
const MOST_KEPT = 4;

interface Kept {
  listing: Listing;
  /** When it was read whole; undefined while it is being read. */
  readAt?: number;
}

/**
 * Reads folders beside the keys. A listing that is not fresh any more stays until it has been read anew; of folders that
 * are being read only the last one asked for goes on.
 * @param work does something beside the screens under a name; a new one ends the one before
 * @param onChange told when more of a folder is known
 */
export function createFolders(
  work: (read: (signal: AbortSignal) => Promise<void>) => void,
  onChange: () => void,
): Folders {
  const kept = new Map<string, Kept>();
  let reading: string | undefined;

  function begin(path: string, before: Kept | undefined): Kept {
    const now: Kept = before ?? { listing: { status: 'reading', entries: [], version: 0 } };
    kept.delete(path);
    kept.set(path, now);
    for (const [oldest] of kept) if (kept.size > MOST_KEPT) kept.delete(oldest);
    reading = path;
    delete now.readAt;
    work(async (signal) => {
      const entries: FolderEntry[] = [];
      const isKnown = now.listing.status === 'read';
      const show = (listing: Omit<Listing, 'version'>) => {
        now.listing = { ...listing, version: now.listing.version + 1 };
        onChange();
      };
      try {
        await readFolder(path, signal, (more) => {
          for (const entry of more) entries.push(entry);
          if (!isKnown && !signal.aborted) show({ status: 'reading', entries });
        });
        if (!signal.aborted) show({ status: 'read', entries });
      } catch (error) {
        if (!signal.aborted)
          show({ status: 'failed', entries: [], code: (error as NodeJS.ErrnoException).code ?? '' });
      }
      if (signal.aborted) return;
      now.readAt = Date.now();
      if (reading === path) reading = undefined;
    });
    return now;
  }

  return {
    look(path) {
      const known = kept.get(path);
      const isFresh = known?.readAt !== undefined && Date.now() - known.readAt < FRESH;
      if (known && (isFresh || reading === path)) return known.listing;
      return begin(path, known).listing;
    },
  };
}
