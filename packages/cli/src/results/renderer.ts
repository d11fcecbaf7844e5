import { visible, type ResultKind, type ResultViews } from '@tryout/engine';
import { styleFor, symbolsOf, truncate, type Terminal } from '../terminal/index.ts';

/** How much of a result is drawn. */
export interface Limits {
  readonly rows: number;
  /** Of a text with marks, in UTF-16 units. */
  readonly characters: number;
  /** Of a text on either side of an answer in it, in UTF-16 units. */
  readonly around: number;
  /** Tables up to this height are complete. */
  readonly tableRows: number;
  readonly tracks: number;
  /** What shows the rest, for example an option or a key. */
  readonly all: string;
}

/** For output that scrolls away. */
export const PRINTED: Limits = {
  rows: 50,
  characters: 4000,
  around: 240,
  tableRows: 20,
  tracks: 20,
  all: '--json',
};

export interface ResultContext {
  /** The path of each file of the result, if it was saved. */
  readonly saved: readonly (string | undefined)[];
  readonly limits: Limits;
  /** The index of the selected part, for example a track or a box. */
  readonly chosen?: number | undefined;
}

/** How results of one kind are shown. Control characters from a model or a file are made visible. */
export interface Renderer<Kind extends ResultKind> {
  /** For a terminal: lines within its width, without a final newline. */
  drawn(view: ResultViews[Kind], terminal: Terminal, context: ResultContext): string | Promise<string>;
  /** For programs and files: complete, in columns between tabs, without a final newline. */
  plain(view: ResultViews[Kind], context: ResultContext): string | Promise<string>;
  /** On one line, for example `POSITIVE 99.8 %`. */
  summary(view: ResultViews[Kind]): string;
}

/** The width that is drawn in; layouts need at least ten cells. */
export function columnsOf(terminal: Terminal): number {
  return Math.max(10, terminal.columns);
}

/** A dim note on one line, for example that nothing was found. */
export function note(text: string, terminal: Terminal): string {
  return styleFor(terminal).dim(truncate(text, columnsOf(terminal), symbolsOf(terminal).ellipsis));
}

/** A text for a column of plain output: visible, with tabs and newlines as `<U+0009>` and `<U+000A>`. */
export function asColumn(text: string): string {
  return visible(text).replaceAll('\t', '<U+0009>').replaceAll('\n', '<U+000A>');
}

/** A line of plain output. Missing values leave their column empty. */
export function asColumns(...values: readonly (string | number | undefined)[]): string {
  return values.map((value) => asColumn(String(value ?? ''))).join('\t');
}
