import { useState } from 'react';
import { minorCommand, type Command } from '../hooks/use-keys.ts';
import { useTerminal } from '../hooks/use-picker.ts';

interface ScrollOptions {
  readonly count: number;
  readonly rows: number;
  /** Keeps the end visible as lines are added, until the user scrolls up. */
  readonly follows?: boolean;
  /** A line to keep visible. */
  readonly focus?: number | undefined;
}

export function useScroll({ count, rows, follows = false, focus }: ScrollOptions) {
  const [place, setPlace] = useState({ first: 0, isAtEnd: follows });
  const last = Math.max(0, count - rows);
  const current = place.isAtEnd && follows ? last : Math.min(place.first, last);
  const top = focus === undefined ? current : Math.min(Math.max(current, focus - rows + 1), focus, last);
  if (focus !== undefined && top !== place.first) setPlace({ first: top, isAtEnd: false });
  const goTo = (line: number) => {
    const first = Math.max(0, Math.min(line, last));
    setPlace({ first, isAtEnd: first === last });
  };
  const page = Math.max(1, rows - 1);
  const pageCommands = [
    minorCommand('page-up', 'page up', 'Up one page', () => goTo(top - page)),
    minorCommand('page-down', 'page down', 'Down one page', () => goTo(top + page)),
  ];
  const commands: readonly Command[] = [
    minorCommand('up', 'up', 'Up one line', () => goTo(top - 1)),
    minorCommand('down', 'down', 'Down one line', () => goTo(top + 1)),
    ...pageCommands,
    minorCommand('home', 'start', 'Go to the top', () => goTo(0)),
    minorCommand('end', 'end', 'Go to the end and follow new lines', () => goTo(last)),
  ];
  return {
    top,
    commands,
    pageCommands,
    /** Brings a line into view. */
    reveal: (line: number) => goTo(Math.min(Math.max(top, line - rows + 1), line)),
  };
}

/** Minimum rows to show how many lines follow. */
const ROOMY = 4;

/** Lines that scroll if there are too many. */
export function useLongLines(lines: readonly string[], rows: number) {
  const { theme } = useTerminal();
  const isCut = lines.length > rows && rows >= ROOMY;
  const room = isCut ? rows - 1 : Math.max(1, rows);
  const scroll = useScroll({ count: lines.length, rows: room });
  const below = lines.length - scroll.top - room;
  const more = below > 0 ? `${theme.ellipsis} ${below} more` : '';
  return {
    ...scroll,
    isCut: lines.length > room,
    visible: [...lines.slice(scroll.top, scroll.top + room), ...(isCut ? [theme.dim(more)] : [])],
  };
}
