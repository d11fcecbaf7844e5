import type { Terminal } from './terminal.ts';

const unicode = {
  ellipsis: '…',
  times: '×',
  separator: ' · ',
  fill: ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'],
  heights: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  pointer: '❯ ',
  arrow: ' › ',
  rule: '─',
  on: '◉',
  off: '○',
  bullet: '• ',
};

const ascii: typeof unicode = {
  ellipsis: '...',
  times: 'x',
  separator: ', ',
  fill: ['', '#'],
  heights: ['_', '.', '-', '=', '+', '*', '%', '#'],
  spinner: ['|', '/', '-', '\\'],
  pointer: '> ',
  arrow: ' > ',
  rule: '-',
  on: '[x]',
  off: '[ ]',
  bullet: '* ',
};

export function getSymbols(terminal: Pick<Terminal, 'unicode'>): Readonly<typeof unicode> {
  return terminal.unicode ? unicode : ascii;
}

/**
 * A bar for a share of 0 to 1, without the empty part. Any share above 0 is visible.
 * @param width cells of the full bar
 */
export function bar(share: number, width: number, terminal: Pick<Terminal, 'unicode'>): string {
  const { fill } = getSymbols(terminal);
  const steps = fill.length - 1;
  const limited = Math.min(1, Math.max(0, share));
  const filled = Math.max(limited > 0 ? 1 : 0, Math.round(limited * width * steps));
  return fill[steps]!.repeat(Math.floor(filled / steps)) + fill[filled % steps]!;
}

/** A chart of shares from 0 to 1, one cell each. */
export function sparkline(shares: readonly number[], terminal: Pick<Terminal, 'unicode'>): string {
  const { heights } = getSymbols(terminal);
  const last = heights.length - 1;
  return shares
    .map((share) => heights[Math.min(last, Math.max(0, Math.floor(share * heights.length)))])
    .join('');
}
