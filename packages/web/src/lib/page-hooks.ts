import { useCallback, useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';

const APP = 'Tryout';

/** Sets the title of the page: `parts · Tryout`. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter((part) => part !== undefined), APP].join(' · ');
  useEffect(() => {
    document.title = title;
    return () => void (document.title = APP);
  }, [title]);
}

let isFirstScreen = true;

/**
 * Moves the focus to the heading of a new screen, so that screen readers announce it and Tab continues there. The
 * heading needs `tabIndex={-1}`.
 * @param onFirstScreen also moves it on the first screen after a page load
 */
export function useHeadingFocus({ onFirstScreen = false } = {}): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstScreen || onFirstScreen) heading.current?.focus();
    isFirstScreen = false;
  }, [onFirstScreen]);
  return heading;
}

/** Whether a media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
