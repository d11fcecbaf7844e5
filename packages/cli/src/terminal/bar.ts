import { symbolsOf } from './symbols.ts';
import type { Terminal } from './terminal.ts';

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
