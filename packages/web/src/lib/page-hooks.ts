import { type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

const APP = 'Tryout';

/** Names the page for tabs, bookmarks and the list of pages behind the back button: `parts · Tryout`. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter((part) => part !== undefined), APP].join(' · ');
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = APP;
    };
  }, [title]);
}

/** Whether no screen has been drawn before on this page. */
let isFirst = true;

/** When coming to a screen is told. */
interface Arrival {
  /** Also when the page has been opened here. */
  readonly isAlwaysTold?: boolean;
}

/**
 * Leads whoever was on another screen to the heading of this one: a screen reader says it, and the next Tab begins there.
 * The heading needs `tabIndex={-1}`.
 */
export function useArrival({ isAlwaysTold = false }: Arrival = {}): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst || isAlwaysTold) heading.current?.focus();
    isFirst = false;
  }, [isAlwaysTold]);
  return heading;
}

/** Whether a media query holds now. */
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
