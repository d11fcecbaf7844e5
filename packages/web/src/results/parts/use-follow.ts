import { useEffect, useLayoutEffect, useRef, useState, type RefObject, type UIEvent } from 'react';
import { placeIn, rememberPlace } from './left-at.ts';

/** Who is this near to the end, in pixels, wants to see what comes. */
const NEAR = 32;

/**
 * Keeps the end of a text that grows in a box in sight, until the person scrolls back; at the end again it goes on. A
 * text that has just grown stays where it was.
 * @param box scrolls the one element inside it
 * @returns what the box does when it is scrolled
 */
export function useFollow(
  box: RefObject<HTMLElement | null>,
  text: string,
  isGrowing: boolean,
): (event: UIEvent<HTMLElement>) => void {
  const [before] = useState(() => (isGrowing ? undefined : placeIn(text)));
  const isThere = useRef(isGrowing || before?.isEnd === true);
  const last = useRef(0);
  const follows = isGrowing || before?.isEnd === true;
  useLayoutEffect(() => {
    if (before) box.current?.scrollTo(0, before.isEnd ? box.current.scrollHeight : before.top);
  }, [before, box]);
  useEffect(() => {
    const element = box.current;
    const content = element?.firstElementChild;
    if (!follows || !content) return;
    const observer = new ResizeObserver(() => {
      if (isThere.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, [box, follows]);
  return ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
    // What grows below moves the end away, too: only going back is leaving it.
    if (scrollHeight - clientHeight - scrollTop < NEAR) isThere.current = true;
    else if (scrollTop < last.current) isThere.current = false;
    last.current = scrollTop;
    if (isGrowing) rememberPlace(text, { top: scrollTop, isEnd: isThere.current });
  };
}
