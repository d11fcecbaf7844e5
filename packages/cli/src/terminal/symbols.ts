import type { Terminal } from './terminal.ts';

interface Symbols {
  /** Stands where something was left out. */
  readonly ellipsis: string;
  readonly times: string;
  readonly separator: string;
  /** Steps of a growing bar within one cell, from nothing to full. */
  readonly fill: readonly string[];
  /** Heights of a small chart, from low to high. */
  readonly heights: readonly string[];
  readonly spinner: readonly string[];
  /** Stands before what is chosen. */
  readonly pointer: string;
}

const unicode: Symbols = {
  ellipsis: '…',
  times: '×',
  separator: ' · ',
  fill: ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'],
  heights: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  pointer: '❯ ',
};

const ascii: Symbols = {
  ellipsis: '...',
  times: 'x',
  separator: ', ',
  fill: ['', '#'],
  heights: ['_', '.', '-', '=', '+', '*', '%', '#'],
  spinner: ['|', '/', '-', '\\'],
  pointer: '> ',
};

/** Our own signs, as far as a terminal draws them. */
export function symbolsOf(terminal: Pick<Terminal, 'unicode'>): Symbols {
  return terminal.unicode ? unicode : ascii;
}

/**
 * A bar for a share of 0 to 1, without the empty part. Any share above nothing shows something.
 * @param width cells of the full bar
 */
export function bar(share: number, width: number, terminal: Pick<Terminal, 'unicode'>): string {
  const { fill } = symbolsOf(terminal);
  const steps = fill.length - 1;
  const within = Math.min(1, Math.max(0, share));
  const filled = Math.max(within > 0 ? 1 : 0, Math.round(within * width * steps));
  return fill[steps]!.repeat(Math.floor(filled / steps)) + fill[filled % steps]!;
}

/** Shares of 0 to 1 as a chart, one cell each. */
export function sparkline(shares: readonly number[], terminal: Pick<Terminal, 'unicode'>): string {
  const { heights } = symbolsOf(terminal);
  return shares
    .map((share) => heights[Math.min(heights.length - 1, Math.max(0, Math.floor(share * heights.length)))])
    .join('');
}
