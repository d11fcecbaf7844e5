import type { DOMElement } from 'ink';
import { useCallback, useRef, useState, type RefObject } from 'react';
import { useIsShown } from './use-navigation.ts';

/**
 * Brings what has the focus into view.
 * @param row the row of the part that has to be in view in any case, such as the cursor's
 * @param whole what is kept in view with it where it fits, by default the part
 */
export type Reveal = (part: DOMElement, row: number, whole?: DOMElement) => void;

interface FocusScroll {
  /** The box with everything in it, which goes up by `top` rows. */
  readonly content: RefObject<DOMElement | null>;
  readonly top: number;
  readonly reveal: Reveal;
}

/** Scrolls a column of components to the one that has the focus. @param rows how many rows are in view */
export function useFocusScroll(rows: number): FocusScroll {
  const isShown = useIsShown();
  const content = useRef<DOMElement>(null);
  const [top, setTop] = useState(0);
  const reveal = useCallback<Reveal>(
    (part, row, whole = part) => {
      // What is covered has no layout.
      if (!isShown || !content.current) return;
      const cursor = rowIn(content.current, part) + row;
      const from = rowIn(content.current, whole);
      const to = from + heightOf(whole);
      const last = Math.max(0, heightOf(content.current) - rows);
      setTop((now) => {
        let next = Math.min(now, from);
        if (to > next + rows) next = to - rows;
        // With the row above it, which may be its label.
        if (cursor < next + 1) next = Math.max(0, cursor - 1);
        if (cursor >= next + rows) next = cursor - rows + 1;
        return Math.max(0, Math.min(next, last));
      });
    },
    [isShown, rows],
  );
  return { content, top, reveal };
}

function heightOf(node: DOMElement): number {
  return node.yogaNode?.getComputedHeight() ?? 0;
}

/** The row of the outer node that an inner one begins in. */
function rowIn(outer: DOMElement, inner: DOMElement): number {
  let row = 0;
  for (let node: DOMElement | undefined = inner; node && node !== outer; node = node.parentNode)
    row += node.yogaNode?.getComputedTop() ?? 0;
  return row;
}
