import type { FileFieldKind } from '@tryout/engine';
import { useEffect, useMemo, useState } from 'react';
import {
  matchesIn,
  readFolder,
  splitPath,
  withHome,
  type FolderEntry,
  type Match,
} from '../../read-argv/paths.ts';
import { useJob } from '../hooks/use-job.ts';
import { command, minorCommand, type Command } from '../hooks/use-picker.ts';

export type Suggestions = NonNullable<ReturnType<typeof useCompletion>['suggestions']>;

interface Typing {
  readonly text: string;
  readonly selected?: number;
  /** Paths, also of other folders. */
  readonly marked: readonly string[];
}

/** A dropped path, a URL or a glob, which is resolved or rejected when the file is read. */
const isQuotedOrUrl = /^(?:['"]|[a-z]+:)|[*?[\]{}]/i;

/**
 * Completes a typed path.
 * @param isOpen while false, nothing is suggested
 * @param choose receives the completed text
 */
export function useCompletion(kind: FileFieldKind, isOpen: boolean, choose: (text: string) => void) {
  /** The typed text, and the entry selected since. */
  const [typing, setTyping] = useState<Typing>();
  if (typing && !isOpen) setTyping(undefined);
  const { text = '', selected, marked = [] } = typing ?? {};
  const { folder, name } = splitPath(text);
  const listing = useFolder(text === '' ? '' : withHome(folder) || '.');
  const { entries } = listing;
  const matches = useMemo(() => matchesIn(entries ?? [], name, kind), [entries, name, kind]);
  const { best, count, common } = matches;
  const isComplete = count === 1 && best[0]?.isFolder === false && text.endsWith(best[0].name);
  const isSuggesting = text !== '' && !isComplete && !(count === 0 && isQuotedOrUrl.test(text));
  // Index in `best`; without a name, no entry is preselected.
  const selection = Math.min(selected ?? (name === '' ? -1 : 0), best.length - 1);
  const toPath = ({ name: entry, isFolder }: Match) => folder + entry + (isFolder ? '/' : '');

  const type = (next: string) => {
    setTyping({ text: next, marked });
    choose(next);
  };
  const close = () => setTyping(undefined);
  const move = (step: 1 | -1) =>
    setTyping({ text, marked, selected: Math.max(0, Math.min(selection + step, best.length - 1)) });
  function mark(): void {
    if (!match || match.isFolder) return;
    const path = toPath(match);
    const others = marked.filter((each) => each !== path);
    setTyping({
      text,
      selected: selection,
      marked: others.length < marked.length ? others : [...marked, path],
    });
  }

  /** Completes the common prefix, otherwise selects the next entry. */
  function complete(): void {
    // The common prefix is only known once all of the folder is read.
    if (!entries) return;
    if (count === 1 && best[0]?.isFolder) type(toPath(best[0]));
    else if ((folder + common).length > text.length) type(folder + common);
    else move(1);
  }

  const match = isSuggesting ? best[selection] : undefined;
  // Before an entry was selected, Space is part of a name.
  const markKeys = selected === undefined ? 'shift+tab' : 'space + shift+tab';
  const commands: readonly (Command | false)[] = [
    match !== undefined &&
      !match.isFolder &&
      command(markKeys, 'mark', 'Mark files to run all of them', mark),
    command('tab', 'complete', 'Complete the path', complete),
    minorCommand('down', 'next entry', 'Next entry', () => move(1)),
    minorCommand('up', 'previous entry', 'Previous entry', () => move(-1)),
    command('escape', 'close', 'Close the list of files', close),
  ];
  return {
    /** Undefined if there is nothing to complete. */
    suggestions: isSuggesting
      ? { ...matches, folder, selection, marked, message: messageFor(listing, name, count) }
      : undefined,
    /** The path of the selected entry; folders end with a slash. */
    match: match && { text: toPath(match), isFolder: match.isFolder },
    marked: isSuggesting ? marked : [],
    commands: isSuggesting && count > 0 ? commands : [],
    type,
    close,
  };
}

/** Neither entries nor a failure while the folder is read. */
interface Listing {
  readonly entries?: readonly FolderEntry[];
  readonly failure?: string;
}

function messageFor({ entries, failure }: Listing, name: string, count: number): string | undefined {
  if (failure !== undefined) return failure;
  if (count > 0) return undefined;
  if (!entries) return 'Reading the folder';
  return name === '' ? 'Empty folder' : `No files here start with ${name}`;
}

function failureText(path: string, code = ''): string {
  if (code === 'EACCES' || code === 'EPERM') return `Permission denied: ${path}`;
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
  return isMissing ? `Folder ${path} does not exist` : `Could not read ${path} (${code})`;
}

/** The entries of a folder, read in the background. */
function useFolder(path: string): Listing {
  const job = useJob();
  const [listing, setListing] = useState<Listing & { readonly path: string }>();
  useEffect(() => {
    if (path === '') return;
    const read = () =>
      readFolder(path).then(
        (entries): Listing => ({ entries }),
        ({ code }: NodeJS.ErrnoException): Listing => ({ failure: failureText(path, code) }),
      );
    job.start(read, (listing) => setListing({ path, ...listing }));
  }, [path, job]);
  return listing?.path === path ? listing : {};
}
