import { visiblePieces } from '@tryout/engine';
import { isSingleWidth } from '../index.ts';
import { breakLine } from './break-line.ts';

/** Lines that are counted at once and rendered when they are needed. */
export interface LineSource {
  readonly count: number;
  /** The lines from a place on, styled, each within its width. */
  lines(from: number, to: number): readonly string[];
}

/** A text broken into lines, which may grow at its end. */
export interface Flow extends LineSource {
  /** Adds to the text: visible already, with newlines and without tabs. Only the last line is broken again. */
  append(piece: string): void;
  /** Whether a line continues the paragraph of the line before. */
  isContinued(line: number): boolean;
}

/** Marks stacked on one character beyond what any script needs: they would take seconds to render. */
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

/** A text from elsewhere that is passed as a whole each time, longer than before. */
export interface GrowingText {
  /** Its lines in a width, made visible. Only what is new is laid out; the same text again changes nothing. */
  flow(text: string, columns: number): Flow;
}

/** A text of which nothing has arrived yet. */
export function growingText(): GrowingText {
  let seen = '';
  let width = 0;
  let flow = flowOf(1);
  let pieces = visiblePieces();
  return {
    flow(text, columns) {
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

/** The end of a text as a string of its own: a slice would keep the whole text in memory as long as its lines exist. */
function copyOf(text: string, from: number): string {
  return Buffer.from(text.slice(from), 'utf16le').toString('utf16le');
}

/** Lines that are there already. */
export function sourceOf(lines: readonly string[]): LineSource {
  return { count: lines.length, lines: (from, to) => lines.slice(from, to) };
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
