import type { Output } from '../../context/output.ts';
import { streamWriter, type StreamWriter } from '../../terminal/stream-writer.ts';

/**
 * Writes a model's reasoning to standard error, separately from the answer on standard output.
 * @param printsAnswer whether the answer goes to standard output
 */
export function reasoningWriter({ dimmed, terminal, errorTerminal }: Output, printsAnswer: boolean) {
  const sharesTerminal = printsAnswer && terminal.isTerminal && errorTerminal.isTerminal;
  let writer: StreamWriter | undefined;
  let isAnswering = false;
  // Reasoning that arrives during the answer is printed after it.
  let late = '';

  function begin(): StreamWriter {
    dimmed('Reasoning:\n');
    return streamWriter({ write: dimmed }, errorTerminal);
  }

  return {
    write(piece: string): void {
      if (piece === '') return;
      if (isAnswering) late += piece;
      else (writer ??= begin()).write(piece);
    },
    /** Must be called before any of the answer is written. */
    beforeAnswer(): void {
      if (isAnswering) return;
      isAnswering = true;
      writer?.end();
      if (writer && sharesTerminal) dimmed('\nAnswer:\n');
    },
    end(): void {
      writer?.end();
      if (late === '') return;
      writer = begin();
      writer.write(late);
      writer.end();
      late = '';
    },
  };
}
