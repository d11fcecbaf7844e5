import { useEffect, useRef, type RefObject } from 'react';

/** Whether no screen has been drawn before on this page. */
let isFirst = true;

/** When coming to a screen is told. */
export interface Arrival {
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
