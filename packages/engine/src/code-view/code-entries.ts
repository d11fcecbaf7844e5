import { grammars, type Grammar } from '../snippets/index.ts';

export interface CodePiece {
  /** The name in `--json` output, for example `python`. */
  readonly language: string;
  /** A value of `--client`. */
  readonly client: string;
  readonly code: string;
  /** For example `Python with requests`. */
  readonly title: string;
  readonly install?: string;
  readonly grammar: Grammar;
}

/** The code for one client, or why there is none. */
export interface CodeEntry {
  readonly id: string;
  /** Of the client, for example `huggingface_hub`. */
  readonly label: string;
  readonly piece?: CodePiece;
  readonly reason?: string;
}

/** The clients of one language, or the parts of one library's code. */
export interface CodeTab {
  readonly label: string;
  readonly entries: readonly CodeEntry[];
  readonly notes: readonly string[];
}

export interface CodePosition {
  readonly tab: number;
  readonly entry: number;
}

/** The entries of all tabs in display order, each with its position. */
function getPlaces(tabs: readonly CodeTab[]) {
  return tabs.flatMap(({ entries }, tab) =>
    entries.map(({ id, piece }, entry) => ({ tab, entry, id, piece })),
  );
}

/** The position of an entry, or of the first one with code. */
export function getPlace(tabs: readonly CodeTab[], id: string | undefined): CodePosition {
  const all = getPlaces(tabs);
  return all.find((place) => place.id === id) ?? all.find(({ piece }) => piece) ?? { tab: 0, entry: 0 };
}

/** The next or previous entry over all tabs, wrapping around. */
export function adjacentEntry(tabs: readonly CodeTab[], at: CodePosition, step: 1 | -1): CodePosition {
  const all = getPlaces(tabs);
  const now = all.findIndex(({ tab, entry }) => tab === at.tab && entry === at.entry);
  return all[(now + step + all.length) % all.length] ?? at;
}

export function codeFileName(task: string, { client, grammar }: CodePiece): string {
  return `tryout-${task}-${client.replace(/[^a-z0-9]+/gi, '-')}.${grammars[grammar].ending}`;
}
