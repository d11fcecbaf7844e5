import { Box, type DOMElement } from 'ink';
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useIsShown } from '../hooks/use-navigation.ts';
import { useTerminal } from '../hooks/use-picker.ts';
import { requiredContext } from '../store.ts';

interface FocusScrollProps {
  readonly rows: number;
  readonly gap: number;
  readonly children: ReactNode;
}

interface FocusScrollState {
  readonly rows: number;
  /** @param row relative to the part */
  reveal(part: DOMElement, row: number): void;
}

const [FocusScrollContext, useFocusScroll] = requiredContext<FocusScrollState>();

/** A column that scrolls to the focused component. For screen readers, everything is shown. */
export function FocusScroll({ rows, gap, children }: FocusScrollProps): ReactNode {
  const { isTooSmall, isScreenReader } = useTerminal();
  const isShown = useIsShown() && !isTooSmall;
  const content = useRef<DOMElement>(null);
  const [top, setTop] = useState(0);
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
    <Box flexDirection="column" flexShrink={1} overflowY={isScreenReader ? 'visible' : 'hidden'}>
      <Box
        ref={content}
        flexDirection="column"
        flexShrink={0}
        gap={isScreenReader ? 0 : gap}
        marginTop={-top}
      >
        <FocusScrollContext value={{ rows, reveal }}>{children}</FocusScrollContext>
      </Box>
    </Box>
  );
}

export function useRowsInView(): number {
  return useFocusScroll().rows;
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
