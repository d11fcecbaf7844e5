import { useEffect, useState, type RefObject } from 'react';

/** Whether a picture has more pixels across than the room that it is shown in. */
export function useIsLarger(image: RefObject<HTMLImageElement | null>, width: number): boolean {
  const [isLarger, setLarger] = useState(false);
  useEffect(() => {
    const element = image.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setLarger(element.clientWidth < width - 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [image, width]);
  return isLarger;
}
