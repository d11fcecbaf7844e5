import type { Key } from '../keyboard/key.ts';
import type { Command } from '../screens/screen.ts';
import { createScroll } from '../text-flow/scroll.ts';
import { scrollCommands } from './scroll-commands.ts';

/** Part of some lines that are too many for their room. */
export interface Scrolling {
  /** The lines from where it stands now, at most `rows`; `focus` is a line that has to be among them. */
  window(lines: readonly string[], rows: number, focus?: number): readonly string[];
  /** What keys do with it: by lines, pages and to the ends. */
  commands(): readonly Command[];
  /** The same for a screen on which keys mean something else where all is in view. @returns whether it was one */
  onKey(key: Key): boolean;
  /** Lines below the window. */
  below(): number;
  toStart(): void;
}

/** Begins at the first line. */
export function scrolling(): Scrolling {
  const scroll = createScroll();
  const commands = scrollCommands(() => scroll);
  let top = 0;
  let count = 0;
  let shown = 1;
  return {
    window(lines, rows, focus) {
      count = lines.length;
      shown = Math.max(1, rows);
      top = scroll.top(count, shown);
      if (focus !== undefined) {
        scroll.reveal(focus);
        top = scroll.top(count, shown);
      }
      return lines.slice(top, top + shown);
    },
    commands: () => (count > shown ? commands : []),
    onKey({ name }) {
      const command = count > shown ? commands.find(({ keys }) => keys.includes(name)) : undefined;
      command?.run?.();
      return command !== undefined;
    },
    below: () => Math.max(0, count - top - shown),
    toStart: scroll.toStart,
  };
}
