import { Box } from 'ink';
import type { ReactNode } from 'react';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import { useScroll, type Scroll } from '../hooks/use-scroll.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { Lines } from './lines.tsx';

/** From this many rows on, the last one says how many lines follow. */
const ROOMY = 4;

/** A scroll with the room for its lines, and the row below them. */
function useCutScroll(count: number, rows: number, focus?: number) {
  const { terminal, theme } = useTerminal();
  const isCut = count > rows && rows >= ROOMY;
  const room = isCut ? rows - 1 : Math.max(1, rows);
  const scroll = useScroll({ count, rows: room, focus });
  const more = scroll.below === 0 ? '' : `${symbolsOf(terminal).ellipsis} ${scroll.below} more`;
  return { ...scroll, room, more: isCut ? [theme.dim(truncate(more, terminal.columns, ''))] : [] };
}

/** Lines that may be too many for their room, and those that are visible. */
export interface LongLines extends Scroll {
  readonly shown: readonly string[];
}

/** Scrolls through lines that may be too many for their room. */
export function useLongLines(lines: readonly string[], { rows }: { readonly rows: number }): LongLines {
  const { room, more, ...scroll } = useCutScroll(lines.length, rows);
  return { ...scroll, shown: [...lines.slice(scroll.top, scroll.top + room), ...more] };
}

/** The lines that are visible. */
export function ScrollLines({ lines }: { readonly lines: LongLines }): ReactNode {
  return <Lines lines={lines.shown} />;
}

interface ScrollBoxProps {
  /** How many lines the children take. */
  readonly count: number;
  readonly rows: number;
  /** The line that has to be visible. */
  readonly focus: number;
  readonly children: ReactNode;
}

/** Shows the part of its children that contains the focused line. */
export function ScrollBox({ count, rows, focus, children }: ScrollBoxProps): ReactNode {
  const { isRead } = usePicker();
  const { top, room, more } = useCutScroll(count, rows, focus);
  if (isRead) return <Box flexDirection="column">{children}</Box>;
  return (
    <>
      <Box flexDirection="column" flexShrink={0} height={Math.min(room, count)} overflowY="hidden">
        <Box flexDirection="column" flexShrink={0} marginTop={-top}>
          {children}
        </Box>
      </Box>
      <Lines lines={more} />
    </>
  );
}
