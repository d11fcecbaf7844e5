import type { ResultKind, ResultViews } from '@tryout/engine';
import type { Terminal } from '../terminal/index.ts';
import type { Limits } from './limits.ts';

/** What a result's view does not know. */
export interface ResultContext {
  /** The paths that the result's files were saved to, in their order; undefined where one was not. */
  readonly saved?: readonly (string | undefined)[];
  /** By default those of a terminal that shows everything at once. */
  readonly limits?: Limits;
  /** The part that is chosen among several (a track, a region), from 0. */
  readonly chosen?: number;
}

/** How results of one kind are shown. Each makes visible whatever comes from a model or a file. */
export interface Renderer<Kind extends ResultKind> {
  /** For a person at a terminal: lines within its width, without a final newline. */
  drawn(view: ResultViews[Kind], terminal: Terminal, context: ResultContext): string | Promise<string>;
  /** For programs and files: stable, columns divided by tabs, nothing left out; without a final newline. */
  plain(view: ResultViews[Kind], context: ResultContext): string | Promise<string>;
  /** In a few words, on one line, for example `POSITIVE 99.8 %`. */
  summary(view: ResultViews[Kind]): string;
}
