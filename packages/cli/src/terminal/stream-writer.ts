import { visiblePieces } from '@tryout/engine';

/** Where texts go; `process.stdout` is one. */
export interface TextSink {
  write(text: string): unknown;
}

/** Writes a text from elsewhere to a terminal as it comes. */
export interface StreamWriter {
  /** Writes a piece of a model's text as it comes, in a visible form. */
  write(piece: string): void;
  /** Ends the text with a newline, unless it has one or nothing came. May be called twice. */
  end(): void;
}

/** Writes a text that arrives in pieces. */
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
