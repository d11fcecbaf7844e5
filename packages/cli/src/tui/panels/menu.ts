import type { Key } from '../keyboard/key.ts';

/** Which of several rows the keys act on. */
export interface Menu {
  /** From 0; always one of the rows. */
  index(count: number): number;
  /** Moves with the arrows, Home and End. @returns whether the key was one of these */
  onKey(key: Key, count: number): boolean;
  to(index: number): void;
}

export function menu(): Menu {
  let chosen = 0;
  const within = (count: number) => Math.max(0, Math.min(chosen, count - 1));
  return {
    index: within,
    onKey({ name }, count) {
      const at = within(count);
      const targets: Readonly<Record<string, number>> = {
        up: at === 0 ? count - 1 : at - 1,
        down: at === count - 1 ? 0 : at + 1,
        home: 0,
        end: count - 1,
      };
      const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
      if (target === undefined) return false;
      chosen = target;
      return true;
    },
    to(index) {
      chosen = index;
    },
  };
}
