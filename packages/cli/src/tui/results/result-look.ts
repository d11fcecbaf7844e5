import type { ResultKind, ResultViews } from '@tryout/engine';
import type { ResultContext } from '../../results/index.ts';
import type { Overlays, Terminal } from '../../terminal/index.ts';

/** A picture that belongs to a result. */
export interface ResultPicture {
  /** Read when it is drawn; undefined where that cannot be done. */
  bytes(): Promise<Uint8Array | undefined>;
  /** What is marked in it; one part alone where one is chosen. */
  overlays(chosen: number | undefined): Overlays;
  /** Stands in its place where it cannot be drawn. */
  absent(terminal: Terminal): string;
}

/** What the picker does with results of one kind. */
export interface ResultLook<Kind extends ResultKind> {
  /** The result as a text, which is broken into lines as it comes; others are drawn by `lines`. */
  text?(view: ResultViews[Kind]): string;
  /** Lines within the terminal's width; beside or below the picture, where there is one. */
  lines(view: ResultViews[Kind], terminal: Terminal, context: ResultContext): Promise<readonly string[]>;
  picture?(view: ResultViews[Kind]): ResultPicture;
  /** How many parts one can go through, each marked alone: boxes, masks, sounds. */
  parts?(view: ResultViews[Kind]): number;
  /** Whether its files are sounds, which can be played. */
  readonly isSound?: boolean;
}
