import { visiblePieces } from '@tryout/engine';
import type { Terminal } from './terminal.ts';
import { wordWrap } from './word-wrap.ts';

export interface TextSink {
  write(text: string): unknown;
}

export interface StreamWriter {
  /** Writes a piece of a model's text with control characters escaped. */
  write(piece: string): void;
  /** Adds a final newline unless there is one or the text is empty. May be called twice. */
  end(): void;
}

/** @param terminal wraps at words if it is one */
export function streamWriter(
  stream: TextSink,
  terminal?: Pick<Terminal, 'isTerminal' | 'columns'>,
): StreamWriter {
  const pieces = visiblePieces();
  const wrapped = terminal?.isTerminal ? wordWrap(terminal.columns) : undefined;
  let last = '\n';
  let ended = false;
  const write = (text: string) => {
    if (text === '') return;
    last = text.slice(-1);
    stream.write(text);
  };
  return {
    write(piece) {
      const text = pieces.next(piece);
      write(wrapped?.next(text) ?? text);
    },
    end() {
      if (ended) return;
      ended = true;
      const text = pieces.end();
      write(wrapped ? wrapped.next(text) + wrapped.end() : text);
      if (last !== '\n') stream.write('\n');
    },
  };
}
