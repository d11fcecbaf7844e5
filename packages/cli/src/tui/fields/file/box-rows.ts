import type { Picker } from '../../app/picker.ts';
import type { Size } from '../../display/size.ts';

/** Below this height a preview would push the inputs out of sight. */
const LEAST_ROWS = 10;

/** How many lines a preview may have; to a screen reader only the facts are read. */
export function previewRows({ terminal: { rows }, isRead }: Pick<Picker, 'terminal' | 'isRead'>): number {
  if (rows < LEAST_ROWS) return 0;
  return isRead ? 1 : Math.min(10, Math.max(2, Math.floor(rows / 3)));
}

/** How many lines the list of files may have. */
export function suggestionRows({ rows }: Size): number {
  return rows < LEAST_ROWS ? 2 : Math.min(8, Math.max(3, rows >> 2));
}
