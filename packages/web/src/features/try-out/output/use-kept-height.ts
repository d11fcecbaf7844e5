import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * Keeps the height of what a new run takes away until its own result is there: what stands below does not jump.
 * @returns pixels to be as high at least; undefined where anything goes
 */
export function useKeptHeight(element: RefObject<HTMLElement | null>, isBusy: boolean): number | undefined {
  const [height, setHeight] = useState<number>();
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched || isBusy) return;
    const measure = () => setHeight(Math.min(watched.offsetHeight, window.innerHeight));
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, isBusy]);
  return isBusy ? height : undefined;
}
