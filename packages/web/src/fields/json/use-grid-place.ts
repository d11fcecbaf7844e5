import { useState, type FocusEvent } from 'react';
import { placeOfKey } from './grid-cell.tsx';
import type { GridPlace } from './grid-moves.ts';

/**
 * The cell that a person is in, or was last: its row and its column, as far as they are still there.
 * @param rows those that are shown, in order
 */
export function useGridPlace(
  rows: readonly number[],
  columns: number,
): {
  readonly place: { readonly row: number | undefined; readonly column: number | undefined };
  onFocus(event: FocusEvent): void;
} {
  const [last, setLast] = useState<GridPlace>();
  const first = rows[0] ?? 0;
  const nearest = last && Math.min(last.row, first + rows.length - 1);
  const column = last && Math.min(last.column, columns - 1);
  return {
    place: {
      row: nearest !== undefined && rows.includes(nearest) ? nearest : undefined,
      column: column !== undefined && column >= 0 ? column : undefined,
    },
    onFocus({ target }) {
      const box = target as HTMLElement;
      const place = placeOfKey(box.dataset.cell);
      if (!place) return;
      setLast(place);
      // Browsers are content with a part of it; what is clicked must not move away from the pointer.
      if (!box.matches(':active')) box.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
}
