import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

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

/** Pixels that stay free below a list. */
const MARGIN = 16;

/**
 * Keeps the room that is left on screen, above an on-screen keyboard, in custom properties of the element: `--room-top`
 * and `--room-height` of all that can be seen, `--room-below` the element.
 */
export function usePopupRoom(element: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const { current } = element;
    const { visualViewport } = window;
    if (!isOpen || !current || !visualViewport) return;
    // Its place in the page, which a sheet leaves.
    const place = current.parentElement ?? current;
    const measure = () => {
      const { offsetTop, height } = visualViewport;
      const below = offsetTop + height - place.getBoundingClientRect().bottom - MARGIN;
      current.style.setProperty('--room-top', `${offsetTop}px`);
      current.style.setProperty('--room-height', `${height}px`);
      current.style.setProperty('--room-below', `${below}px`);
    };
    measure();
    visualViewport.addEventListener('resize', measure);
    visualViewport.addEventListener('scroll', measure);
    return () => {
      visualViewport.removeEventListener('resize', measure);
      visualViewport.removeEventListener('scroll', measure);
    };
  }, [element, isOpen]);
}

/** Not in TypeScript's library yet (HTML standard, close watchers). */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}

/**
 * Closes what is open when the system is asked to: by the back gesture or button of a phone, by Esc wherever the focus
 * is. A browser without close watchers goes back a page instead.
 */
export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  useEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher };
    if (!isOpen || !CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', onClose);
    return () => watcher.destroy();
  }, [isOpen, onClose]);
}
