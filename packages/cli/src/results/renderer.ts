import { visible, type ResultKind, type ResultViews } from '@tryout/engine';
import { styleFor, getSymbols, truncate, type Overlays, type Terminal } from '../terminal/index.ts';

/** How much of a result is drawn. */
export interface Limits {
  readonly rows: number;
  /** Of annotated text, in UTF-16 units. */
  readonly characters: number;
  /** Of the context on either side of an answer, in UTF-16 units. */
  readonly around: number;
  /** The option or key that shows everything. */
  readonly all: string;
  /** Below a form, whose labels the specification gives. */
  readonly isForm?: boolean;
}

/** For output that scrolls away. */
export const PRINTED: Limits = {
  rows: 50,
  characters: 4000,
  around: 240,
  all: '--json',
};

/** For scrollable results, within what can be drawn quickly. */
export const SCROLLED: Limits = {
  rows: 2000,
  characters: 200_000,
  around: 2000,
  all: 'j',
  isForm: true,
};

export interface ResultContext {
  /** The path of each file of the result, if it was saved. */
  readonly paths: readonly (string | undefined)[];
  readonly limits: Limits;
  readonly partIndex?: number | undefined;
}

/** The image of a result, shown above or next to its lines. */
export interface ResultImage {
  /** Undefined if they cannot be read. */
  bytes(): Promise<Uint8Array | undefined>;
  /** The marked parts, or only the selected one. */
  overlays(partIndex: number | undefined): Overlays;
  /** Shown if the image cannot be decoded. */
  readonly absent?: string;
}

/** Renders results of one kind and escapes their control characters. */
export interface Renderer<Kind extends ResultKind> {
  /** The result as text, which is wrapped while it streams. */
  text?(view: ResultViews[Kind]): string;
  image?(view: ResultViews[Kind]): ResultImage;
  /** The number of parts that can be selected: boxes, masks, sounds. */
  parts?(view: ResultViews[Kind]): number;
  /** Whether its files can be played. */
  readonly isSound?: boolean;
  /** For a terminal: lines within its width, without a final newline and the image. */
  draw(view: ResultViews[Kind], terminal: Terminal, context: ResultContext): string;
  /** For pipes and files: complete, tab-separated, without a final newline. */
  plain(view: ResultViews[Kind], context: ResultContext): string;
}

/** Layouts need at least ten cells. */
export function getColumns(terminal: Terminal): number {
  return Math.max(10, terminal.columns);
}

/** A dim one-line note. */
export function note(text: string, terminal: Terminal): string {
  return styleFor(terminal).dim(truncate(text, getColumns(terminal), getSymbols(terminal).ellipsis));
}

/** Escapes control characters, including tabs and newlines. */
export function asColumn(text: string): string {
  return visible(text).replaceAll('\t', '<U+0009>').replaceAll('\n', '<U+000A>');
}

/** Tab-separated values. Missing values become empty columns. */
export function asColumns(...values: readonly (string | number | undefined)[]): string {
  return values.map((value) => asColumn(String(value ?? ''))).join('\t');
}
