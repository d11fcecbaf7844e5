import { withHome } from '../../../files/with-home.ts';
import type { Picker } from '../../app/picker.ts';
import type { FileFieldKind } from './path/fits-by-ending.ts';
import { createFolders } from './path/folders.ts';
import { matchesIn, type Match, type Matches } from './path/matches.ts';
import { splitPath } from './path/split-path.ts';

/** What may complete a typed path now. */
export interface Suggestions extends Matches {
  /** Which of the best ones is chosen; -1 for none. */
  readonly chosen: number;
  /** Whether a person has gone to it, so that it stands in the text. */
  readonly isMoved?: boolean;
  /** Whether more may come. */
  readonly isReading?: boolean;
  /** Why there is nothing: the folder is being read, or cannot be. */
  readonly remark?: string;
}

/** The list of entries below a path that is being typed. */
export interface Completion {
  /** What to show; undefined while nothing is being typed, or nothing is left to complete. */
  suggestions(): Suggestions | undefined;
  /** The text was typed on. */
  typed(text: string): void;
  /** Puts what all entries have in common into the text, then one entry after the other. @returns the text then */
  complete(): string;
  /** Goes to another entry. @returns the text with it */
  move(step: 1 | -1): string;
  /** Takes the chosen entry. @returns the whole path; undefined where none is chosen */
  take(): { readonly text: string; readonly isFolder: boolean } | undefined;
  /** Shows nothing until something is typed. @returns the text as it was typed */
  close(): string;
}

/** A dropped path as terminals type it: its file is found when it is read. */
const isMarked = /^(?:['"]|file:)/i;

/** @param name tells the work of this box from that of others */
export function createCompletion(picker: Picker, name: string, kind: FileFieldKind): Completion {
  let isOpen = false;
  let basis = '';
  let moved: number | undefined;
  const folders = createFolders(
    (read) => picker.work(`folder ${name}`, read),
    () => picker.redraw(),
  );
  let last: { readonly key: string; readonly matches: Matches } | undefined;

  function matchesNow(): Omit<Suggestions, 'chosen' | 'isMoved'> {
    const { folder, name: begun } = splitPath(basis);
    const { status, entries, version, code } = folders.look(withHome(folder) || '.');
    const key = `${version}/${basis}`;
    if (last?.key !== key) {
      const isParent = begun === '..' || begun === '.';
      const above = isParent ? [{ name: '..', folded: '..', isFolder: true }] : [];
      last = { key, matches: matchesIn([...above, ...entries], begun, kind) };
    }
    const remark = status === 'failed' ? remarkOn(code, folder) : undefined;
    const isReading = status === 'reading';
    if (remark !== undefined) return { ...last.matches, remark };
    if (last.matches.count > 0) return { ...last.matches, isReading };
    return {
      ...last.matches,
      isReading,
      remark: emptiness(isReading, begun),
    };
  }

  function suggestions(): Suggestions | undefined {
    if (!isOpen || basis === '') return undefined;
    if (basis === '~') return home;
    const matches = matchesNow();
    if (matches.count === 0 && isMarked.test(basis)) return undefined;
    const [only] = matches.best;
    const isWhole = matches.count === 1 && only?.isFolder === false && basis.endsWith(only.name);
    if (isWhole) return undefined;
    // A name that is begun means the best one; in a folder nothing is meant yet.
    const first = splitPath(basis).name === '' || matches.count === 0 ? -1 : 0;
    const chosen = Math.min(moved ?? first, matches.best.length - 1);
    return { ...matches, chosen, isMoved: moved !== undefined };
  }

  function textWith(match: Match | undefined): string {
    return match === undefined ? basis : splitPath(basis).folder + match.name;
  }

  function move(step: 1 | -1): string {
    const now = suggestions();
    if (!now || now.best.length === 0) return basis;
    const { length } = now.best;
    const from = moved ?? (step === 1 ? -1 : length);
    moved = (from + step + length) % length;
    return textWith(now.best[moved]);
  }

  return {
    suggestions,
    typed(text) {
      isOpen = true;
      basis = text;
      moved = undefined;
    },
    complete() {
      const now = suggestions();
      // What has come of a huge folder may have more in common than all of it.
      if (!now || now.isReading) return basis;
      const common = splitPath(basis).folder + now.common;
      const [only] = now.best;
      if (now.count === 1 && only?.isFolder) {
        basis = `${textWith(only)}/`;
        return basis;
      }
      if (moved !== undefined || common.length <= basis.length) return move(1);
      basis = common;
      return basis;
    },
    move,
    take() {
      const now = suggestions();
      const match = now?.best[now.chosen];
      if (!match) return undefined;
      const text = textWith(match);
      return match.isFolder ? { text: `${text}/`, isFolder: true } : { text, isFolder: false };
    },
    close() {
      isOpen = false;
      moved = undefined;
      return basis;
    },
  };
}

const home: Suggestions = {
  best: [{ name: '~', isFolder: true, fits: false }],
  count: 1,
  common: '~',
  chosen: 0,
};

function emptiness(isReading: boolean, begun: string): string {
  if (isReading) return 'Reading the folder';
  return begun === '' ? 'Nothing to be seen in this folder' : `Nothing in this folder begins with ${begun}`;
}

function remarkOn(code: string | undefined, folder: string): string {
  if (code === 'EACCES' || code === 'EPERM') return `${folder} may not be read`;
  return code === 'ENOENT' || code === 'ENOTDIR'
    ? `There is no folder ${folder}`
    : `${folder} cannot be read (${code})`;
}
