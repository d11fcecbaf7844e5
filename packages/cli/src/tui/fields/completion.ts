import { useMemo, useState } from 'react';
import { withHome } from '../../files/with-home.ts';
import { useFolder, type Listing } from './use-folder.ts';
import { matchesIn, type FileFieldKind, type Match, type Matches } from '../../files/matches.ts';
import { splitPath } from '../../files/paths.ts';

/** What may complete a typed path now. */
export interface Suggestions extends Matches {
  /** Which of the best ones is chosen; -1 for none. */
  readonly chosen: number;
  /** Whether the user has gone to it, so that it is in the text. */
  readonly isMoved: boolean;
  /** Whether more may come. */
  readonly isReading: boolean;
  /** Why there is nothing: the folder is being read, or cannot be. */
  readonly remark?: string | undefined;
}

/** The list of entries below a path that is being typed. */
export interface Completion {
  /** What to show; undefined while nothing is being typed, or nothing is left to complete. */
  readonly suggestions: Suggestions | undefined;
  /** The text was typed on. */
  typed(text: string): void;
  /** Puts what all entries have in common into the text, then one entry after the other. @returns the text then */
  complete(): string;
  /** Goes to another entry. @returns the text with it */
  move(step: 1 | -1): string;
  /** The path of the chosen entry, a folder's with a slash behind it; undefined where none is chosen. */
  readonly chosen: { readonly text: string; readonly isFolder: boolean } | undefined;
  /** Shows nothing until something is typed. @returns the text as it was typed */
  close(): string;
}

interface Typing {
  readonly basis: string;
  /** The entry that the user has gone to. */
  readonly moved?: number;
}

/** A dropped path as terminals type it: its file is found when it is read. */
const isMarked = /^(?:['"]|file:)/i;

/** Completes a path that is typed. @param isOpen what was typed before it is closed does not count any more */
export function useCompletion(kind: FileFieldKind, isOpen: boolean): Completion {
  const [typing, setTyping] = useState<Typing>();
  if (typing && !isOpen) setTyping(undefined);
  const basis = typing?.basis ?? '';
  const { folder, name } = splitPath(basis);
  const isListed = basis !== '' && basis !== '~';
  const listing = useFolder(isListed ? withHome(folder) || '.' : undefined, basis);
  const matches = useMemo(() => matchesOf(listing, name, kind), [listing, name, kind]);
  const suggestions = suggestionsFor(typing, matches, listing);
  const textWith = (match: Match | undefined) => (match ? folder + match.name : basis);
  const set = (next: string, moved?: number) => {
    setTyping({ basis: next, ...(moved === undefined ? {} : { moved }) });
    return next;
  };

  function move(step: 1 | -1): string {
    const length = suggestions?.best.length ?? 0;
    if (length === 0) return basis;
    const from = typing?.moved ?? (step === 1 ? -1 : length);
    const moved = (from + step + length) % length;
    set(basis, moved);
    return textWith(suggestions!.best[moved]);
  }

  const match = suggestions?.best[suggestions.chosen];
  return {
    suggestions,
    typed: (text) => void set(text),
    complete() {
      // What has come of a huge folder may have more in common than all of it.
      if (!suggestions || suggestions.isReading) return basis;
      const common = folder + suggestions.common;
      const [only] = suggestions.best;
      if (suggestions.count === 1 && only?.isFolder) return set(`${textWith(only)}/`);
      if (typing?.moved !== undefined || common.length <= basis.length) return move(1);
      return set(common);
    },
    move,
    chosen: match && { text: textWith(match) + (match.isFolder ? '/' : ''), isFolder: match.isFolder },
    close() {
      setTyping(undefined);
      return basis;
    },
  };
}

function matchesOf({ entries }: Listing, begun: string, kind: FileFieldKind): Matches {
  const isParent = begun === '..' || begun === '.';
  const above = isParent ? [{ name: '..', folded: '..', isFolder: true }] : [];
  return matchesIn([...above, ...entries], begun, kind);
}

const home: Matches = { best: [{ name: '~', isFolder: true, fits: false }], count: 1, common: '~' };

function suggestionsFor(
  typing: Typing | undefined,
  found: Matches,
  listing: Listing,
): Suggestions | undefined {
  if (!typing || typing.basis === '') return undefined;
  const { basis, moved } = typing;
  const isHome = basis === '~';
  const matches = isHome ? home : found;
  const { folder, name } = splitPath(basis);
  const [only] = matches.best;
  if (matches.count === 0 && isMarked.test(basis)) return undefined;
  const isWhole = matches.count === 1 && only?.isFolder === false && basis.endsWith(only.name);
  if (isWhole) return undefined;
  // A name that is begun means the best one; in a folder nothing is meant yet.
  const first = name === '' || matches.count === 0 ? -1 : 0;
  return {
    ...matches,
    chosen: Math.min(moved ?? first, matches.best.length - 1),
    isMoved: moved !== undefined,
    isReading: !isHome && listing.status === 'reading',
    remark: isHome ? undefined : remarkOn(listing, folder, name, matches.count),
  };
}

function remarkOn(
  { status, code }: Listing,
  folder: string,
  begun: string,
  count: number,
): string | undefined {
  if (status === 'failed') {
    if (code === 'EACCES' || code === 'EPERM') return `${folder} may not be read`;
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    return isMissing ? `There is no folder ${folder}` : `${folder} cannot be read (${code})`;
  }
  if (count > 0) return undefined;
  if (status === 'reading') return 'Reading the folder';
  return begun === '' ? 'Nothing to be seen in this folder' : `Nothing in this folder begins with ${begun}`;
}
