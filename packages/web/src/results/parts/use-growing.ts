import { useEffect, useState } from 'react';

/** How much of a long list is drawn. */
export interface Growing {
  /** How many entries are there now. */
  readonly shown: number;
  /** Whether all of them are asked for; they come a step a frame, so that the page stays quick. */
  readonly isWhole: boolean;
  showAll(): void;
}

/**
 * Draws the beginning of a list and, when asked for, the rest of it in steps.
 * @param first how many are drawn at first
 * @param step how many more in each frame
 */
export function useGrowing(total: number, first: number, step: number): Growing {
  const [isWhole, setWhole] = useState(false);
  const [shown, setShown] = useState(first);
  const isComing = isWhole && shown < total;
  useEffect(() => {
    if (!isComing) return;
    const frame = requestAnimationFrame(() => setShown(shown + step));
    return () => cancelAnimationFrame(frame);
  }, [isComing, shown, step]);
  return { shown: Math.min(shown, total), isWhole: isWhole || total <= first, showAll: () => setWhole(true) };
}
