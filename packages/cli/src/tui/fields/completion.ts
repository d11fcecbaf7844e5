import { useEffect, useMemo, useState } from 'react';
import {
  matchesIn,
  readFolder,
  type FileFieldKind,
  type FolderEntry,
  type Match,
  type Matches,
} from '../../files/folder.ts';
import { splitPath, withHome } from '../../files/paths.ts';
import { useJob } from '../hooks/use-job.ts';
import { command, minorCommand, type Command } from '../hooks/use-keys.ts';

export interface Suggestions extends Matches {
  /** Index in `best`; -1 for none. */
  readonly chosen: number;
  /** Why nothing is listed. */
  readonly message?: string | undefined;
}

/** A dropped path, which is resolved when the file is read. */
const isQuotedOrUrl = /^(?:['"]|file:)/i;

/**
 * Completes a typed path.
 * @param isOpen while false, nothing is suggested
 * @param choose receives the completed text
 */
export function useCompletion(kind: FileFieldKind, isOpen: boolean, choose: (text: string) => void) {
  /** The typed text, and the entry selected since. */
  const [typing, setTyping] = useState<{ readonly basis: string; readonly moved?: number }>();
  if (typing && !isOpen) setTyping(undefined);
  const { basis = '', moved } = typing ?? {};
  const { folder, name } = splitPath(basis);
  const isHome = basis === '~';
  const listing = useFolder(basis === '' || isHome ? undefined : withHome(folder) || '.', basis);
  const { entries } = listing;
  const matches = useMemo(() => {
    const special = isHome ? ['~'] : name === '..' || name === '.' ? ['..'] : [];
    const folders = special.map((each) => ({ name: each, folded: each, isFolder: true }));
    return matchesIn([...folders, ...entries], name, kind);
  }, [isHome, entries, name, kind]);
  const { best, count, common } = matches;
  const isComplete = count === 1 && best[0]?.isFolder === false && basis.endsWith(best[0].name);
  // Without a name, no entry is preselected.
  const first = name === '' || count === 0 ? -1 : 0;
  const suggestions =
    basis === '' || isComplete || (count === 0 && isQuotedOrUrl.test(basis))
      ? undefined
      : {
          ...matches,
          chosen: Math.min(moved ?? first, best.length - 1),
          message: messageFor(listing, folder, name, count),
        };

  const textWith = (match: Match | undefined) => (match ? folder + match.name : basis);
  const typed = (text: string) => {
    setTyping({ basis: text });
    choose(text);
  };
  const close = () => setTyping(undefined);
  const put = (text: string) => {
    close();
    choose(text);
  };

  function move(step: 1 | -1): void {
    if (best.length === 0) return;
    const next = ((moved ?? (step === 1 ? -1 : best.length)) + step + best.length) % best.length;
    setTyping({ basis, moved: next });
    choose(textWith(best[next]));
  }

  /** Completes the common prefix, then cycles through the entries. */
  function complete(): void {
    // The common prefix is only known once all of the folder is read.
    if (listing.status === 'reading') return;
    if (count === 1 && best[0]?.isFolder) typed(`${textWith(best[0])}/`);
    else if (moved !== undefined || (folder + common).length <= basis.length) move(1);
    else typed(folder + common);
  }

  const commands: readonly Command[] = [
    command('tab', 'complete', 'Complete the path', complete),
    minorCommand('down', 'next entry', 'Next entry', () => move(1)),
    minorCommand('up', 'previous entry', 'Previous entry', () => move(-1)),
    command('escape', 'close', 'Close the list of files', () => put(basis)),
  ];
  const match = suggestions?.best[suggestions.chosen];
  return {
    /** Undefined if there is nothing to complete. */
    suggestions,
    /** The path of the chosen entry; folders end with a slash. */
    chosen: match && { text: textWith(match) + (match.isFolder ? '/' : ''), isFolder: match.isFolder },
    /** Whether the user has selected it, so that it is in the text. */
    isMoved: moved !== undefined,
    commands: suggestions && count > 0 ? commands : [],
    typed,
    close,
    /** Replaces the text without suggestions. */
    put,
  };
}

interface Listing {
  readonly status: 'reading' | 'read' | 'failed';
  readonly entries: readonly FolderEntry[];
  /** The system's code, such as `EACCES`. */
  readonly code?: string;
}

function messageFor(listing: Listing, folder: string, name: string, count: number): string | undefined {
  const { status, code } = listing;
  if (status === 'failed') {
    if (code === 'EACCES' || code === 'EPERM') return `Permission denied: ${folder}`;
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    return isMissing ? `Folder ${folder} does not exist` : `Could not read ${folder} (${code})`;
  }
  if (count > 0) return undefined;
  if (status === 'reading') return 'Reading the folder';
  return name === '' ? 'Empty folder' : `No files here start with ${name}`;
}

const unread: Listing = { status: 'reading', entries: [] };
const none: Listing = { status: 'read', entries: [] };

/**
 * The entries of a folder, read in the background. The earlier entries are shown until they are read again.
 * @param typed the folder is read again when it changes
 */
function useFolder(path: string | undefined, typed: string): Listing {
  const job = useJob();
  const [known, setKnown] = useState<Listing & { readonly path?: string }>(unread);
  useEffect(() => {
    if (path === undefined) return;
    const read = () =>
      readFolder(path).then(
        (entries): Listing => ({ status: 'read', entries }),
        ({ code = '' }: NodeJS.ErrnoException): Listing => ({ status: 'failed', entries: [], code }),
      );
    job.start(read, (listing) => setKnown({ path, ...listing }));
  }, [path, typed, job]);
  if (path === undefined) return none;
  return known.path === path ? known : unread;
}
