import { visiblePieces } from '@tryout/engine';

export interface TextSink {
  write(text: string): unknown;
}

export interface StreamWriter {
  /** Writes a piece of a model's text with control characters escaped. */
  write(piece: string): void;
  /** Adds a final newline unless there is one or the text is empty. May be called twice. */
  end(): void;
}

export function streamWriter(stream: TextSink): StreamWriter {
  const pieces = visiblePieces();
  let last = '\n';
  let ended = false;
  const write = (text: string) => {
    if (text === '') return;
    last = text.slice(-1);
    stream.write(text);
  };
  return {
    write: (piece) => write(pieces.next(piece)),
    end() {
      if (ended) return;
      ended = true;
      write(pieces.end());
      if (last !== '\n') stream.write('\n');
    },
  };
}
