import type { Key } from '../keyboard/key.ts';

/** Part of some lines that are too many for their room. */
export interface Scrolling {
  /** The lines from where it stands now, at most `rows`; `focus` is a line that has to be among them. */
  window(lines: readonly string[], rows: number, focus?: number): readonly string[];
  /** Moves by lines, pages and ends. @returns whether the key was one of these, and there is anything to scroll */
  onKey(key: Key): boolean;
  /** Lines below the window. */
  below(): number;
  toStart(): void;
}

export function scrolling(): Scrolling {
  let top = 0;
  let count = 0;
  let shown = 1;
  const last = () => Math.max(0, count - shown);
  const moves: Readonly<Record<string, () => number>> = {
    up: () => top - 1,
    down: () => top + 1,
    'page-up': () => top - Math.max(1, shown - 1),
    'page-down': () => top + Math.max(1, shown - 1),
    space: () => top + Math.max(1, shown - 1),
    home: () => 0,
    end: last,
  };
  return {
    window(lines, rows, focus) {
      count = lines.length;
      shown = Math.max(1, rows);
      if (focus !== undefined) top = Math.max(Math.min(top, focus), focus - shown + 1);
      top = Math.max(0, Math.min(top, last()));
      return lines.slice(top, top + shown);
    },
    onKey({ name }) {
      const move = Object.hasOwn(moves, name) ? moves[name] : undefined;
      if (!move || last() === 0) return false;
      top = Math.max(0, Math.min(move(), last()));
      return true;
    },
    below: () => Math.max(0, count - top - shown),
    toStart: () => {
      top = 0;
    },
  };
}
