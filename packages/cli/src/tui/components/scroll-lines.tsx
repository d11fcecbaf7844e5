import { Box } from 'ink';
import type { ReactNode } from 'react';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import type { Scroll } from '../hooks/use-scroll.ts';
import { useScroll } from '../hooks/use-scroll.ts';
import { usePicker } from '../hooks/use-picker.ts';
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

interface ScrollBoxProps {
  /** How many lines the children take. */
  readonly count: number;
  readonly rows: number;
  /** The line that has to be in sight. */
  readonly focus: number;
  readonly children: ReactNode;
}

/** Shows the part of its children that the focused line is in; where it is cut, the last row says how many lines follow. */
export function ScrollBox({ count, rows, focus, children }: ScrollBoxProps): ReactNode {
  const { isRead } = usePicker();
  const { terminal, theme } = useTerminal();
  const isCut = count > rows && rows >= ROOMY;
  const room = isCut ? rows - 1 : Math.max(1, rows);
  const { top, below } = useScroll({ count, rows: room, focus });
  if (isRead) return <Box flexDirection="column">{children}</Box>;
  const more = `${symbolsOf(terminal).ellipsis} ${below} more`;
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Box flexDirection="column" flexShrink={0} height={Math.min(room, count)} overflow="hidden">
        <Box flexDirection="column" flexShrink={0} marginTop={-top}>
          {children}
        </Box>
      </Box>
      {isCut && below > 0 && <Lines lines={[theme.dim(truncate(more, terminal.columns, ''))]} />}
    </Box>
  );
}
