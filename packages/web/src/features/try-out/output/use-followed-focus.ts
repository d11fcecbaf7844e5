import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

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
