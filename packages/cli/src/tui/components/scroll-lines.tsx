import type { ReactNode } from 'react';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import type { Scroll } from '../hooks/use-scroll.ts';
import { useScroll } from '../hooks/use-scroll.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { Lines } from './lines.tsx';

/** Below this many rows each one is needed. */
const ROOMY = 4;

interface ScrollOptions {
  readonly rows: number;
  readonly focus?: number;
}

/** Lines of which as many are shown as fit; the last row then says how many follow. */
export interface LongLines extends Scroll {
  readonly shown: readonly string[];
}

/** Scrolls through lines that may be too many for their room. */
export function useLongLines(lines: readonly string[], { rows, ...options }: ScrollOptions): LongLines {
  const { terminal, theme } = useTerminal();
  const isCut = lines.length > rows && rows >= ROOMY;
  const room = isCut ? rows - 1 : Math.max(1, rows);
  const scroll = useScroll({ count: lines.length, rows: room, ...options });
  const shown = lines.slice(scroll.top, scroll.top + room);
  const { ellipsis } = symbolsOf(terminal);
  const more = scroll.below === 0 ? '' : `${ellipsis} ${scroll.below} more`;
  return { ...scroll, shown: isCut ? [...shown, theme.dim(truncate(more, terminal.columns, ''))] : shown };
}

/** The lines that are in sight. */
export function ScrollLines({ lines }: { readonly lines: LongLines }): ReactNode {
  return <Lines lines={lines.shown} />;
}
