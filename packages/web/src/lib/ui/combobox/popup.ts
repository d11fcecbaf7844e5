import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useResize } from '../../dom-hooks.ts';

/** Height of a row in rem, as in the style sheet. */
const ROW_HEIGHT = 3.5;
/** Extra rows above and below the visible ones. */
const OVERSCAN = 2;

/** The visible part of a long list. */
export type RowWindow = ReturnType<typeof useRowWindow>;

/** @param count number of rows, all of the same height */
export function useRowWindow(count: number, isOpen: boolean) {
  const element = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  const [rowHeight] = useState(
    () => ROW_HEIGHT * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
  const onScroll = () => setTop(Math.floor((element.current?.scrollTop ?? 0) / rowHeight));
  useResize(element, ({ clientHeight }) => setHeight(clientHeight), isOpen);
  const show = (index: number) => {
    const list = element.current;
    if (!list) return;
    const start = index * rowHeight;
    const min = start + rowHeight - list.clientHeight;
    if (list.scrollTop > start) list.scrollTop = start;
    else if (list.scrollTop < min) list.scrollTop = min;
    onScroll();
  };
  return {
    first: Math.max(0, top - OVERSCAN),
    end: Math.min(count, top + Math.ceil(height / rowHeight) + 1 + OVERSCAN),
    rowHeight,
    element,
    onScroll,
    show,
  };
}

/** Pixels kept free below a list. */
const MARGIN = 16;

/**
 * Sets custom properties of an element to the space above an on-screen keyboard: `--room-top` and `--room-height` of
 * the visible area, and `--room-below` the element.
 */
export function usePopupSpace(element: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const { current } = element;
    const { visualViewport } = window;
    if (!isOpen || !current || !visualViewport) return;
    // A sheet is positioned independently of its parent.
    const place = current.parentElement ?? current;
    const measure = () => {
      const { offsetTop, height } = visualViewport;
      const below = offsetTop + height - place.getBoundingClientRect().bottom - MARGIN;
      current.style.setProperty('--room-top', `${offsetTop}px`);
      current.style.setProperty('--room-height', `${height}px`);
      current.style.setProperty('--room-below', `${below}px`);
    };
    measure();
    const listening = new AbortController();
    const { signal } = listening;
    visualViewport.addEventListener('resize', measure, { signal });
    visualViewport.addEventListener('scroll', measure, { signal });
    return () => listening.abort();
  }, [element, isOpen]);
}

/** Missing in TypeScript's library (HTML standard, close watchers). */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}

/** Closes on a phone's back gesture and on Esc. Browsers without close watchers go back a page instead. */
export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  useEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher };
    if (!isOpen || !CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', onClose);
    return () => watcher.destroy();
  }, [isOpen, onClose]);
}
