import { isSingleWidth } from '../../terminal/index.ts';
import { breakLine } from './break-line.ts';

/** Lines that are counted at once and made when they are needed. */
export interface LineSource {
  readonly count: number;
  /** The lines from a place on, styled, each within its width. */
  lines(from: number, to: number): readonly string[];
}

/** A text broken into lines, which may grow at its end. */
export interface Flow extends LineSource {
  /** Adds to the text: visible already, with newlines and without tabs. Only the last line is broken anew. */
  append(piece: string): void;
  /** Whether a line goes on with the paragraph of the one before it. */
  isContinued(line: number): boolean;
}

/** Marks that pile up on one character beyond what any script needs: they would take seconds to draw. */
const towers = /(\p{M}{20})\p{M}+/gu;

/** An empty text in lines of a width. */
export function flowOf(columns: number): Flow {
  const done: string[] = [];
  const continued: boolean[] = [];
  /** The last line, which still grows. */
  let tail = '';
  let isInParagraph = false;

  function breakTail(): void {
    if (isInParagraph) tail = tail.replace(/^ +/, '');
    const isSingle = isSingleWidth(tail);
    let at = 0;
    for (
      let found = breakLine(tail, at, columns, isSingle);
      found;
      found = breakLine(tail, at, columns, isSingle)
    ) {
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
    lines: (from, to) =>
      to > done.length && tail !== '' ? [...done.slice(from, to), tail.trimEnd()] : done.slice(from, to),
    isContinued: (line) => (line < done.length ? continued[line]! : isInParagraph),
    append(piece) {
      const paragraphs = piece.replace(towers, '$1').split('\n');
      for (const [index, paragraph] of paragraphs.entries()) {
        if (index > 0) {
          // A paragraph whose last line was just full has no other.
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

/** Sources one below another. */
export function joined(sources: readonly LineSource[]): LineSource {
  return {
    count: sources.reduce((sum, { count }) => sum + count, 0),
    lines(from, to) {
      let start = 0;
      return sources.flatMap((source) => {
        const [first, end] = [Math.max(0, from - start), Math.min(source.count, to - start)];
        start += source.count;
        return first < end ? source.lines(first, end) : [];
      });
    },
  };
}

/** A source with a style on each of its lines. */
export function styled(source: LineSource, style: (line: string) => string): LineSource {
  return { count: source.count, lines: (from, to) => source.lines(from, to).map((line) => style(line)) };
}
