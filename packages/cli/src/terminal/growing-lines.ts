import { visible } from '@tryout/engine';
import { wrap } from './width.ts';

/** Returns a function that wraps a growing text. Finished paragraphs are wrapped once. */
export function growingLines() {
  let finished = '';
  let lines: readonly string[] = [];
  let width = 0;
  const getLines = (text: string) => wrap(visible(text).replaceAll('\t', '    '), width).split('\n');

  /** Lines of the text, with control characters escaped. */
  return (text: string, columns: number): readonly string[] => {
    if (columns !== width || !text.startsWith(finished)) {
      finished = '';
      lines = [];
      width = columns;
    }
    const end = text.lastIndexOf('\n') + 1;
    if (end > finished.length) {
      lines = [...lines, ...getLines(text.slice(finished.length, end)).slice(0, -1)];
      finished = text.slice(0, end);
    }
    return end === text.length ? lines : [...lines, ...getLines(text.slice(end))];
  };
}
