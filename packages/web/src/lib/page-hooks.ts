import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

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
let focusAtNavigation: Element | null = null;

/** Remembers what has the focus when the path changes, for screens that load later. */
export function useFocusAtNavigation(path: string): void {
  useLayoutEffect(() => void (focusAtNavigation = document.activeElement), [path]);
}

/**
 * Moves the focus to the heading of a new screen, so that screen readers announce it and Tab continues there, unless the
 * user has focused something else while the screen was loading. The heading needs `tabIndex={-1}`.
 * @param onFirstScreen also moves it on the first screen after a page load
 */
export function useHeadingFocus({ onFirstScreen = false } = {}): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isUnmoved = [document.body, focusAtNavigation, null].includes(document.activeElement);
    if (isUnmoved && (!isFirstScreen || onFirstScreen)) heading.current?.focus();
    isFirstScreen = false;
  }, [onFirstScreen]);
  return heading;
}
