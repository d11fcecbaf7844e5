import type { Output } from '../../context/output.ts';
import { streamWriter, type StreamWriter } from '../../terminal/stream-writer.ts';

/**
 * Writes a model's reasoning to standard error, separately from the answer on standard output.
 * @param printsAnswer whether the answer goes to standard output
 */
export function reasoningWriter({ dimmed, terminal, errorTerminal }: Output, printsAnswer: boolean) {
  const sharesTerminal = printsAnswer && terminal.isTerminal && errorTerminal.isTerminal;
  let writer: StreamWriter | undefined;

  function end(): void {
    writer?.end();
    writer = undefined;
  }

  return {
    write(piece: string): void {
      if (piece === '') return;
      if (!writer) dimmed('Reasoning:\n');
      writer ??= streamWriter({ write: dimmed }, errorTerminal);
      writer.write(piece);
    },
    /** Must be called before any of the answer is written. */
    beforeAnswer(): void {
      const hasReasoning = writer !== undefined;
      end();
      if (hasReasoning && sharesTerminal) dimmed('\nAnswer:\n');
    },
    end,
  };
}
