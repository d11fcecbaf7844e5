import type { CodePiece } from '@tryout/engine';

/** Code that is known to be there, before the answer that it may depend on. */
export interface PreparedCode {
  /** What is told about it: what is left out, what it needs. */
  readonly notes: readonly string[];
  /** What else a person at a terminal may want to know. */
  readonly asides?: readonly string[];
  /** @param contentType the media type of the run's answer, where it is known */
  pieces(contentType?: string): readonly CodePiece[];
}
