import { useEffect, useRef, type RefObject } from 'react';

/** How much of the window's height something may be away from its top and still be seen to begin. */
const SEEN = 0.5;

/** Brings an element into view when something begins in it, where it does not stand in sight already. */
export function useInView(element: RefObject<HTMLElement | null>, hasBegun: boolean): void {
  const before = useRef(hasBegun);
  useEffect(() => {
    const begins = hasBegun && !before.current;
    before.current = hasBegun;
    const box = element.current?.getBoundingClientRect();
    if (!begins || !box) return;
    if (box.top >= 0 && box.top < window.innerHeight * SEEN) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.current?.scrollIntoView({ block: 'start', behavior: isCalm ? 'instant' : 'smooth' });
  }, [element, hasBegun]);
}
