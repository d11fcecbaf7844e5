import { symbolsOf, truncate, widthOf, type Terminal } from '../../terminal/index.ts';
import { paragraph } from './paragraph.ts';

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
