import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** Marks the button that goes on from here: cancels what runs, or runs again. */
export const GOES_ON = { 'data-goes-on': '' };

/**
 * Leads the focus on to the button that goes on from here, when the one that had it is gone: cancelling takes the place
 * of running again, and the other way round.
 * @param stage changes when one takes the other's place
 * @returns what the panel is to be given
 */
export function useFollowedFocus(panel: RefObject<HTMLElement | null>, stage: unknown) {
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!hasFocus.current || (activeElement !== null && activeElement !== document.body)) return;
    panel.current?.querySelector<HTMLElement>('[data-goes-on]:enabled')?.focus({ preventScroll: true });
  }, [panel, stage]);
  return {
    onFocus: () => void (hasFocus.current = true),
    // React tells of no element that lost the focus because it is gone.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) hasFocus.current = false;
    },
  };
}
