import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Leads to a heading whoever has followed a link that is gone where it led to: the focus would be nowhere, a screen
 * reader silent, and the page scrolled to where the link was.
 * @param place where the person is now
 */
export function useLostFocus(heading: RefObject<HTMLElement | null>, place: string): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => void (last.current = target);
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, []);
  useLayoutEffect(() => {
    const isGone = last.current instanceof Element && !last.current.isConnected;
    if (isGone && document.activeElement === document.body) heading.current?.focus();
  }, [heading, place]);
}
