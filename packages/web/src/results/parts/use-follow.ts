import { useEffect, useRef, useState, type RefObject, type UIEvent } from 'react';

/** Who is this near to the end, in pixels, wants to see what comes. */
const NEAR = 32;

/**
 * Keeps the end of what grows in a box in sight, until the person scrolls back; at the end again it goes on. What has
 * grown keeps its end in sight while its last lines are laid out.
 * @param box scrolls the one element inside it
 * @returns what the box does when it is scrolled
 */
export function useFollow(
  box: RefObject<HTMLElement | null>,
  isGrowing: boolean,
): (event: UIEvent<HTMLElement>) => void {
  const [follows, setFollows] = useState(isGrowing);
  if (isGrowing && !follows) setFollows(true);
  const isThere = useRef(true);
  const last = useRef(0);
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
  };
}
