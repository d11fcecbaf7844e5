import type { TerminalAnswers } from './graphics/graphics.ts';

/** Control sequences that query the terminal or copy text, and its replies. */
export interface TerminalDevice {
  write(sequence: string): void;
  /** Listens to the terminal's replies. @returns stops that */
  onReply(listener: (reply: string) => void): () => void;
  /** What it said about graphics when it had this number of cells. */
  graphics?: { readonly cells: string; readonly answers: Promise<TerminalAnswers> };
}
