/** Code that stands on its own, and what is told about it where several follow each other. */
export interface CodePiece {
  /** As `--json` names it, for example `python`. */
  readonly language: string;
  /** As `--client` takes it. */
  readonly client: string;
  readonly code: string;
  /** For example `Python with requests`. */
  readonly title: string;
  /** The command that installs what the language does not bring along. */
  readonly install?: string;
  /** The language's name for highlighters. */
  readonly grammar: string;
  /** What begins a comment. */
  readonly comment: string;
}

/** Code for one client, or why there is none. */
export interface CodeEntry {
  /** Told apart by, within a session. */
  readonly id: string;
  /** Of the client, for example `huggingface_hub`. */
  readonly label: string;
  readonly piece?: CodePiece;
  /** Why there is no code; a sentence. */
  readonly reason?: string;
}

/** The clients of one language, or the parts of one library's code. */
export interface CodeTab {
  readonly label: string;
  readonly entries: readonly CodeEntry[];
  /** What is to be known of all of them. */
  readonly notes: readonly string[];
}

/** Where the person is among the tabs. */
export interface CodePlace {
  readonly tab: number;
  readonly entry: number;
}

/** The place of an entry; the first one with code where it is not there. */
export function placeOf(tabs: readonly CodeTab[], id: string | undefined): CodePlace {
  const places = tabs.flatMap(({ entries }, tab) =>
    entries.map((entry, index) => ({ tab, entry: index, id: entry.id, hasCode: entry.piece !== undefined })),
  );
  const { tab = 0, entry = 0 } =
    places.find((place) => place.id === id) ?? places.find(({ hasCode }) => hasCode) ?? {};
  return { tab, entry };
}

/** The next or the one before, over all tabs, around the ends. */
export function steppedEntry(tabs: readonly CodeTab[], { tab, entry }: CodePlace, step: 1 | -1): CodePlace {
  const all = tabs.flatMap(({ entries }, index) => entries.map((_, at) => ({ tab: index, entry: at })));
  const now = all.findIndex((place) => place.tab === tab && place.entry === entry);
  return all[(now + step + all.length) % all.length] ?? { tab: 0, entry: 0 };
}

const endings: Readonly<Record<string, string>> = {
  bash: 'sh',
  python: 'py',
  javascript: 'mjs',
  csharp: 'cs',
};

/** A name of our own for the file of a piece of code: `tryout-{task}-{client}.py`. */
export function codeFileName(task: string, { client, grammar }: CodePiece): string {
  return `tryout-${task}-${client.replace(/[^a-z0-9]+/gi, '-')}.${endings[grammar] ?? 'txt'}`;
}
