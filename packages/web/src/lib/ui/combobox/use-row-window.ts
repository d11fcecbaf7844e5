import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Height of a row in rem; the style sheet has the same. */
const ROW_REM = 3.5;
/** Rows beyond the edges, for what is scrolled by a little. */
const BEYOND = 2;

/** Which rows of a long list are in the document: those that can be seen. */
export interface RowWindow {
  readonly first: number;
  /** Behind the last one. */
  readonly end: number;
  /** Of a row, in pixels. */
  readonly rowHeight: number;
  readonly scroller: (element: HTMLElement | null) => void;
  /** Scrolls as little as brings a row into view. */
  show(index: number): void;
}

/** @param count of all rows, all of the same height */
export function useRowWindow(count: number, isOpen: boolean): RowWindow {
  const element = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  const [rowHeight] = useState(
    () => ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
  // Whole rows: what is scrolled within one changes nothing.
  const follow = useCallback(
    () => setTop(Math.floor((element.current?.scrollTop ?? 0) / rowHeight)),
    [rowHeight],
  );
  const scroller = useCallback(
    (next: HTMLElement | null) => {
      element.current?.removeEventListener('scroll', follow);
      element.current = next;
      next?.addEventListener('scroll', follow, { passive: true });
    },
    [follow],
  );
  useLayoutEffect(() => {
    const list = element.current;
    if (!isOpen || !list) return;
    const measure = () => setHeight(list.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    measure();
    return () => observer.disconnect();
  }, [isOpen]);
  const show = useCallback(
    (index: number) => {
      const list = element.current;
      if (!list) return;
      const start = index * rowHeight;
      const most = start + rowHeight - list.clientHeight;
      if (list.scrollTop > start) list.scrollTop = start;
      else if (list.scrollTop < most) list.scrollTop = most;
      follow();
    },
    [rowHeight, follow],
  );
  return {
    first: Math.max(0, top - BEYOND),
    end: Math.min(count, top + Math.ceil(height / rowHeight) + 1 + BEYOND),
    rowHeight,
    scroller,
    show,
  };
}
