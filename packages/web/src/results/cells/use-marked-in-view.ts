import { useLayoutEffect, type RefObject } from 'react';

/** Room left beside the cell, in pixels. */
const BESIDE = 24;

/** Scrolls a table sideways, where it is wide, so that its first marked cell is seen; the page stays where it is. */
export function useMarkedInView(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const cell = box.current?.querySelector<HTMLElement>('[data-marked]');
    if (!box.current || !cell) return;
    const end = cell.getBoundingClientRect().right - box.current.getBoundingClientRect().right;
    if (end > -BESIDE) box.current.scrollBy(end + BESIDE, 0);
  }, [box]);
}
