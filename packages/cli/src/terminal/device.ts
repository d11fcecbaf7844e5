import type { TerminalAnswers } from './graphics/graphics.ts';

/** The terminal beside its frames: control sequences that ask it something or that make it copy. */
export interface TerminalDevice {
  write(sequence: string): void;
  /** Listens to the terminal's replies. @returns stops that */
  onReply(listener: (reply: string) => void): () => void;
  /** What it said about graphics when it had this number of cells. */
  graphics?: { readonly cells: string; readonly answers: Promise<TerminalAnswers> };
}
