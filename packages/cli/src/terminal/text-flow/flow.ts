import { visiblePieces } from '@tryout/engine';
import { breakLine } from './break-line.ts';

export interface Flow {
  readonly count: number;
  /** The lines of a range, by default all. */
  lines(from?: number, to?: number): readonly string[];
  /** Appends escaped text without tabs. Only the last line is wrapped again. */
  append(piece: string): void;
  isContinued(line: number): boolean;
}

/** More combining marks than any script needs, which are slow to render. */
const excessMarks = /(\p{M}{20})\p{M}+/gu;

export function flowOf(columns: number): Flow {
  const done: string[] = [];
  const continued: boolean[] = [];
  let tail = '';
  let isInParagraph = false;

  function breakTail(): void {
    if (isInParagraph) tail = tail.replace(/^ +/, '');
    let at = 0;
    for (let found = breakLine(tail, at, columns); found; found = breakLine(tail, at, columns)) {
      if (found.end > at) push(tail.slice(at, found.end));
      at = found.next;
    }
    tail = tail.slice(at);
  }

  function push(line: string): void {
    done.push(line.trimEnd());
    continued.push(isInParagraph);
    isInParagraph = true;
  }

  return {
    get count() {
      return done.length + (tail === '' ? 0 : 1);
    },
    lines: (from = 0, to = Infinity) =>
      to > done.length && tail !== '' ? [...done.slice(from, to), tail.trimEnd()] : done.slice(from, to),
    isContinued: (line) => (line < done.length ? continued[line]! : isInParagraph),
    append(piece) {
      const paragraphs = piece.replace(excessMarks, '$1').split('\n');
      for (const [index, paragraph] of paragraphs.entries()) {
        if (index > 0) {
          // If the paragraph's last line is full, there is no rest.
          if (tail !== '' || !isInParagraph) push(tail);
          tail = '';
          isInParagraph = false;
        }
        tail += paragraph;
        breakTail();
      }
    },
  };
}

export function growingText() {
  let seen = '';
  let width = 0;
  let flow = flowOf(1);
  let pieces = visiblePieces();
  return {
    /** Wraps a string that extends the previous one. Only the new part is wrapped. */
    flow(text: string, columns: number): Flow {
      if (columns !== width || !text.startsWith(seen)) {
        width = columns;
        flow = flowOf(columns);
        pieces = visiblePieces();
        seen = '';
      }
      if (text.length > seen.length) {
        flow.append(pieces.next(copyOf(text, seen.length)).replaceAll('\t', '    '));
        seen = text;
      }
      return flow;
    },
  };
}

/** Copies the end of a string: a slice would keep the full text in memory. */
function copyOf(text: string, from: number): string {
  return Buffer.from(text.slice(from), 'utf16le').toString('utf16le');
}
