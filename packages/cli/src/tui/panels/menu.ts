import type { Key } from '../keyboard/key.ts';

/** Which of several rows the keys act on; rows that come or go meanwhile do not change which one it is. */
export interface Menu {
  /** Its place among the rows, from 0. */
  index(rows: readonly string[]): number;
  /** Moves with the arrows, Home and End. @returns whether the key was one of these */
  onKey(key: Key, rows: readonly string[]): boolean;
  to(row: string): void;
}

/** Begins at the first row. Rows are told apart by their names. */
export function menu(): Menu {
  let chosen: string | undefined;
  let last = 0;
  const index = (rows: readonly string[]) => {
    const found = chosen === undefined ? 0 : rows.indexOf(chosen);
    // One that is gone leaves its place to the next.
    last = found === -1 ? Math.max(0, Math.min(last, rows.length - 1)) : found;
    return last;
  };
  return {
    index,
    onKey({ name }, rows) {
      const at = index(rows);
      const end = rows.length - 1;
      const targets: Readonly<Record<string, number>> = {
        up: at === 0 ? end : at - 1,
        down: at === end ? 0 : at + 1,
        home: 0,
        end,
      };
      const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
      if (target === undefined) return false;
      chosen = rows[target];
      return true;
    },
    to(row) {
      chosen = row;
    },
  };
}
