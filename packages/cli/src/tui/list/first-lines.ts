import { symbolsOf, truncate, widthOf, wrap, type Terminal } from '../../terminal/index.ts';

/** A text in lines of a width, as many of them as there is room for; what is left out is shown by an ellipsis. */
export function firstLines(text: string, width: number, most: number, terminal: Terminal): string[] {
  const lines = wrap(text, width).split('\n');
  if (lines.length <= most || most < 1) return lines.slice(0, Math.max(0, most));
  const { ellipsis } = symbolsOf(terminal);
  const last = truncate(lines[most - 1]!, width - widthOf(ellipsis), '') + ellipsis;
  return [...lines.slice(0, most - 1), last];
}
