import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

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

/** Marks where the focus goes when what had it is gone: the output's heading during a run, running again after it. */
export const GOES_ON = { 'data-goes-on': '' };

/**
 * Leads the focus on when the button that had it is gone. Running again leads to the heading and not to the button that
 * cancels: a key pressed twice would end the run that it has begun (F51).
 * @param stage changes when one takes the other's place
 * @returns what the panel is to be given
 */
export function useFollowedFocus(panel: RefObject<HTMLElement | null>, stage: unknown) {
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!hasFocus.current || (activeElement !== null && activeElement !== document.body)) return;
    panel.current
      ?.querySelector<HTMLElement>('[data-goes-on]:not(:disabled)')
      ?.focus({ preventScroll: true });
  }, [panel, stage]);
  return {
    onFocus: () => void (hasFocus.current = true),
    // React tells of no element that lost the focus because it is gone.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) hasFocus.current = false;
    },
  };
}
