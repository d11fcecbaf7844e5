import { visiblePieces } from '@tryout/engine';
import { flowOf, type Flow } from './flow.ts';

/** A text from elsewhere that is given whole each time, longer than before. */
export interface GrowingText {
  /** Its lines in a width, made visible. What was there before is not looked at again. */
  flow(text: string, columns: number): Flow;
}

/** A text of which nothing has come yet. */
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

/** The end of a text as a string of its own: a slice would keep the whole text in memory for as long as its lines live. */
function copyOf(text: string, from: number): string {
  return Buffer.from(text.slice(from), 'utf16le').toString('utf16le');
}
