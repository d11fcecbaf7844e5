import type { Output } from '../../context/output.ts';
import { streamWriter, type StreamWriter } from '../../terminal/stream-writer.ts';

/** Writes the reasoning of a model to standard error, apart from the answer on standard output. */
export interface ReasoningWriter {
  write(piece: string): void;
  /** Call it before anything of the answer is written. */
  beforeAnswer(): void;
  end(): void;
}

/** @param isAnswerPrinted whether the answer goes to standard output */
export function reasoningWriter(
  { dimmed, terminal, errorTerminal }: Output,
  isAnswerPrinted: boolean,
): ReasoningWriter {
  const sharesTerminal = isAnswerPrinted && terminal.isTerminal && errorTerminal.isTerminal;
  let writer: StreamWriter | undefined;
  let isAnswering = false;
  /** Reasoning within the answer would break its lines. */
  let late = '';

  function begin(): StreamWriter {
    dimmed('Reasoning:\n');
    return streamWriter({ write: dimmed });
  }

  return {
    write(piece) {
      if (piece === '') return;
      if (isAnswering) late += piece;
      else (writer ??= begin()).write(piece);
    },
    beforeAnswer() {
      if (isAnswering) return;
      isAnswering = true;
      writer?.end();
      if (writer && sharesTerminal) dimmed('\nAnswer:\n');
    },
    end() {
      writer?.end();
      if (late === '') return;
      writer = begin();
      writer.write(late);
      writer.end();
      late = '';
    },
  };
}
