import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { useResize } from '../../lib/hooks.ts';

/** Marks the element to focus when the focused one is removed. */
export const FOCUS_NEXT = { 'data-focus-next': '' };

/** An element counts as in view if its top is within this fraction of the window's height. */
const VISIBLE_PART = 0.5;

/** Scrolls the output into view when a run starts. */
export function useScrollToOutput(panel: RefObject<HTMLElement | null>, isBusy: boolean): void {
  useEffect(() => {
    const target = panel.current;
    if (!isBusy || !target) return;
    const { top } = target.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight * VISIBLE_PART) target.scrollIntoView();
  }, [panel, isBusy]);
}

/**
 * Keeps the output usable when a run replaces its content: scrolls it into view, keeps its height until there is a
 * result, and restores lost focus. Running again focuses the heading rather than the Cancel button, so that pressing a
 * key twice does not cancel the run.
 * @param stage changes when the content is replaced
 */
export function useOutputPanel(panel: RefObject<HTMLElement | null>, isBusy: boolean, stage: unknown) {
  const [height, setHeight] = useState<number>();
  const hasFocus = useRef(false);

  useScrollToOutput(panel, isBusy);

  useResize(panel, ({ offsetHeight }) => setHeight(Math.min(offsetHeight, window.innerHeight)), !isBusy);

  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!hasFocus.current || (activeElement !== null && activeElement !== document.body)) return;
    panel.current?.querySelector<HTMLElement>('[data-focus-next]')?.focus({ preventScroll: true });
  }, [panel, stage]);

  return {
    style: { minHeight: isBusy ? height : undefined },
    onFocus: () => void (hasFocus.current = true),
    // React fires no blur event for removed elements.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) hasFocus.current = false;
    },
  };
}
