import { visible } from '@tryout/engine';
import { symbolsOf, truncate, widthOf, wrap, type Terminal } from '../../terminal/index.ts';

/**
 * A text from anywhere as lines of a width, made visible.
 * @param style for each line, a line at a time
 */
export function paragraph(text: string, columns: number, style?: (line: string) => string): string[] {
  const lines = wrap(visible(text).replaceAll('\t', '  '), Math.max(1, columns)).split('\n');
  return style ? lines.map((line) => style(line)) : lines;
}

/** The lines of a paragraph that there is room for; what is left out is shown by an ellipsis. */
export function firstLines(
  text: string,
  columns: number,
  most: number,
  terminal: Pick<Terminal, 'unicode'>,
): string[] {
  const lines = paragraph(text, columns);
  if (lines.length <= most || most < 1) return lines.slice(0, Math.max(0, most));
  const { ellipsis } = symbolsOf(terminal);
  const last = truncate(lines[most - 1]!, columns - widthOf(ellipsis), '') + ellipsis;
  return [...lines.slice(0, most - 1), last];
}
