import { Box, type DOMElement } from 'ink';
import { useState, useCallback, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { keyLabel } from '../../text-editing/key.ts';
import { Lines } from './text.tsx';
import { requiredContext } from '../hooks/stores.ts';
import { minorCommand, type Command, useTerminal, useIsShown } from '../hooks/use-picker.ts';

interface ScrollOptions {
  readonly count: number;
  readonly rows: number;
  /** Keeps the end visible as lines are added, until the user scrolls up. */
  readonly follows?: boolean;
  /** A line to keep visible. */
  readonly focus?: number | undefined;
}

export function useScroll({ count, rows, follows = false, focus }: ScrollOptions) {
  const [place, setPlace] = useState({ first: 0, isAtEnd: follows });
  const last = Math.max(0, count - rows);
  const current = place.isAtEnd && follows ? last : Math.min(place.first, last);
  const top = focus === undefined ? current : Math.min(Math.max(current, focus - rows + 1), focus, last);
  if (focus !== undefined && top !== place.first) setPlace({ first: top, isAtEnd: false });
  const goTo = (line: number) => {
    const first = Math.max(0, Math.min(line, last));
    setPlace({ first, isAtEnd: first === last });
  };
  const page = Math.max(1, rows - 1);
  const pageCommands = [
    minorCommand('page-up', 'page up', 'Up one page', () => goTo(top - page)),
    minorCommand('page-down', 'page down', 'Down one page', () => goTo(top + page)),
  ];
  const commands: readonly Command[] = [
    minorCommand('up', 'up', 'Up one line', () => goTo(top - 1)),
    minorCommand('down', 'down', 'Down one line', () => goTo(top + 1)),
    ...pageCommands,
    minorCommand('home', 'start', 'Go to the top', () => goTo(0)),
    minorCommand('end', 'end', 'Go to the end and follow new lines', () => goTo(last)),
  ];
  return {
    top,
    commands,
    pageCommands,
    toEnd: () => goTo(last),
    /** Brings a line into view. */
    reveal: (line: number) => goTo(Math.min(Math.max(top, line - rows + 1), line)),
  };
}

/** Minimum rows to show how many lines follow. */
const ROOMY = 4;

/** Lines that scroll if there are too many. */
export function useLongLines(lines: readonly string[], rows: number) {
  const { terminal, theme } = useTerminal();
  const isCut = lines.length > rows && rows >= ROOMY;
  const room = isCut ? rows - 1 : Math.max(1, rows);
  const scroll = useScroll({ count: lines.length, rows: room });
  const below = lines.length - scroll.top - room;
  const more = below > 0 ? `${theme.ellipsis} ${below} more (${keyLabel('down', terminal)})` : '';
  return {
    ...scroll,
    isCut: lines.length > room,
    visible: [...lines.slice(scroll.top, scroll.top + room), ...(isCut ? [theme.dim(more)] : [])],
  };
}

interface FocusScrollProps {
  readonly rows: number;
  /** Whether there are empty lines between the parts, and one below that says what is hidden. */
  readonly isRoomy: boolean;
  /** Receives the rows of all parts. */
  readonly onMeasure?: (height: number) => void;
  readonly children: ReactNode;
}

interface FocusScrollState {
  readonly rows: number;
  /** @param row relative to the part */
  reveal(part: DOMElement, row: number): void;
  /** Must be called when a part has changed its height. */
  measure(): void;
}

const [FocusScrollContext, useFocusScroll] = requiredContext<FocusScrollState>();

/** A column that scrolls to the focused component. For screen readers, everything is shown. */
export function FocusScroll({ rows, isRoomy, onMeasure, children }: FocusScrollProps): ReactNode {
  const { isTooSmall, isScreenReader, theme } = useTerminal();
  const isShown = useIsShown() && !isTooSmall;
  const content = useRef<DOMElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  const measure = useCallback(() => {
    if (!content.current) return;
    const measured = getHeight(content.current);
    setHeight(measured);
    onMeasure?.(measured);
  }, [onMeasure]);
  useLayoutEffect(measure);
  const hidden = [top > 0 && 'above', height - top > rows && 'below'].filter(Boolean).join(' and ');
  const sign = hidden === '' || isScreenReader ? '' : `${theme.ellipsis} more ${hidden} (Tab)`;
  const reveal = useCallback(
    (part: DOMElement, row: number) => {
      if (!isShown || !content.current) return;
      let cursor = row + getTop(part);
      // Show the entire child if it fits.
      let child = part;
      while (child.parentNode && child.parentNode !== content.current) {
        child = child.parentNode;
        cursor += getTop(child);
      }
      const from = getTop(child);
      const to = from + getHeight(child);
      const last = Math.max(0, getHeight(content.current) - rows);
      setTop((before) => {
        let next = Math.min(before, from);
        if (to > next + rows) next = to - rows;
        // Include the row above, which may be the label.
        if (cursor < next + 1) next = Math.max(0, cursor - 1);
        if (cursor >= next + rows) next = cursor - rows + 1;
        return Math.max(0, Math.min(next, last));
      });
    },
    [isShown, rows],
  );
  return (
    <>
      <Box flexDirection="column" flexShrink={1} overflowY={isScreenReader ? 'visible' : 'hidden'}>
        <Box
          ref={content}
          flexDirection="column"
          flexShrink={0}
          gap={isRoomy && !isScreenReader ? 1 : 0}
          marginTop={-top}
        >
          <FocusScrollContext value={{ rows, reveal, measure }}>{children}</FocusScrollContext>
        </Box>
      </Box>
      <Lines lines={isRoomy ? [theme.dim(sign)] : []} />
    </>
  );
}

export const useRowsInView = (): number => useFocusScroll().rows;

export function useMeasure(): void {
  const { measure } = useFocusScroll();
  useLayoutEffect(() => measure());
}

/** Keeps a row of a focused component in view. @returns a ref for its box */
export function useReveal(isFocused: boolean, row: number): RefObject<DOMElement | null> {
  const { reveal } = useFocusScroll();
  const box = useRef<DOMElement>(null);
  useLayoutEffect(() => {
    if (isFocused && box.current) reveal(box.current, row);
  });
  return box;
}

const getTop = (node: DOMElement) => node.yogaNode?.getComputedTop() ?? 0;

const getHeight = (node: DOMElement) => node.yogaNode?.getComputedHeight() ?? 0;
