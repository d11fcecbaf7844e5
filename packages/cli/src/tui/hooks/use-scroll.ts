import { useState } from 'react';
import type { Command } from './use-keys.ts';
import type { Key } from '../../terminal/keyboard/key.ts';

/** Which lines of something long are in sight. */
export interface Scroll {
  /** The first line in sight, from 0. */
  readonly top: number;
  /** Whether there is more than there is room for. */
  readonly isLong: boolean;
  /** Lines below those in sight. */
  readonly below: number;
  /** What keys do with it: by lines, by pages and to the ends. */
  readonly commands: readonly Command[];
  /** The same for screens on which these keys mean something else where all is in sight. @returns whether it was one */
  onKey(key: Key): boolean;
  toStart(): void;
  /** Brings a line into sight. */
  reveal(line: number): void;
}

interface ScrollOptions {
  /** How many lines there are. */
  readonly count: number;
  /** How many fit. */
  readonly rows: number;
  /** Whether the end stays in sight as more comes, until someone scrolls up. */
  readonly follows?: boolean;
  /** A line that has to be in sight. */
  readonly focus?: number;
}

/** Keeps the place in something long. It begins at the first line, or at the end where that is followed. */
export function useScroll({ count, rows, follows = false, focus }: ScrollOptions): Scroll {
  const [place, setPlace] = useState({ first: 0, isAtEnd: follows });
  const last = Math.max(0, count - rows);
  const kept = place.isAtEnd && follows ? last : Math.min(place.first, last);
  const top = focus === undefined ? kept : Math.min(Math.max(kept, focus - rows + 1), focus, last);
  if (focus !== undefined && top !== place.first) setPlace({ first: top, isAtEnd: false });
  // The newest place: several keys may come before the next frame.
  const goTo = (find: (from: number) => number) =>
    setPlace((now) => {
      const from = now.isAtEnd && follows ? last : Math.min(now.first, last);
      const first = Math.max(0, Math.min(find(from), last));
      return { first, isAtEnd: first === last };
    });
  const page = Math.max(1, rows - 1);
  const commands: readonly Command[] = [
    scrollCommand(['up'], 'up', 'A line up', () => goTo((from) => from - 1)),
    scrollCommand(['down'], 'down', 'A line down', () => goTo((from) => from + 1)),
    scrollCommand(['page-up'], 'page up', 'A page up', () => goTo((from) => from - page)),
    scrollCommand(['page-down', 'space'], 'page down', 'A page down', () => goTo((from) => from + page)),
    scrollCommand(['home'], 'start', 'To the beginning', () => goTo(() => 0)),
    scrollCommand(['end'], 'end', 'To the end; what comes in stays in view', () => goTo(() => last)),
  ];
  const isLong = count > rows;
  return {
    top,
    isLong,
    below: Math.max(0, count - top - rows),
    commands,
    onKey({ name }) {
      const command = isLong ? commands.find(({ keys }) => keys.includes(name)) : undefined;
      command?.run?.();
      return command !== undefined;
    },
    toStart: () => setPlace({ first: 0, isAtEnd: false }),
    reveal: (line) => goTo((from) => (line < from ? line : line >= from + rows ? line - rows + 1 : from)),
  };
}

function scrollCommand(keys: readonly string[], label: string, help: string, run: () => void): Command {
  return { keys, label, help, isMinor: true, run };
}
