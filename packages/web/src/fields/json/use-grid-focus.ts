import { useLayoutEffect, useRef, type RefObject } from 'react';
import { cellKey } from './grid-cell.tsx';
import type { GridPlace } from './grid-moves.ts';

/** Gives the focus to a cell once it is drawn, with all of its text marked. */
export function useGridFocus(grid: RefObject<HTMLElement | null>): (place: GridPlace) => void {
  const wanted = useRef<GridPlace>(undefined);
  const focus = () => {
    const place = wanted.current;
    const box = place && grid.current?.querySelector<HTMLTextAreaElement>(`[data-cell="${cellKey(place)}"]`);
    if (!box) return;
    wanted.current = undefined;
    box.focus();
    box.select();
  };
  useLayoutEffect(focus);
  return (place) => {
    wanted.current = place;
    focus();
  };
}
