import { useRef, useState, type UIEvent } from 'react';
import { useResize } from './hooks.ts';

/** Pixels from the end within which a box keeps scrolling. */
const NEAR_END = 32;

/**
 * Keeps the end of a box in view when it or its inner element changes its size, unless the user has scrolled back.
 * @param isOn whether it does so
 */
export function useScrollToEnd(isOn: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const lastTop = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);
  function follow(): void {
    const { current } = box;
    if (!current) return;
    // What the user uses inside stays in place, for example while drafts of different lengths are shown.
    if (inner.current?.contains(document.activeElement)) isFollowing.current = isNearEnd(current);
    if (isFollowing.current) current.scrollTop = current.scrollHeight;
    else setAtEnd(isNearEnd(current));
  }
  useResize(inner, follow, isOn);
  useResize(box, follow, isOn);
  return {
    box,
    inner,
    /** Whether the end is in view. */
    isAtEnd,
    goToEnd(): void {
      isFollowing.current = true;
      setAtEnd(true);
      follow();
    },
    onScroll({ currentTarget }: UIEvent): void {
      const { scrollTop } = currentTarget;
      // New text also moves the end.
      if (isNearEnd(currentTarget)) isFollowing.current = true;
      else if (scrollTop < lastTop.current) isFollowing.current = false;
      lastTop.current = scrollTop;
      setAtEnd(isFollowing.current);
    },
  };
}

function isNearEnd({ scrollTop, scrollHeight, clientHeight }: Element): boolean {
  return scrollHeight - clientHeight - scrollTop < NEAR_END;
}
