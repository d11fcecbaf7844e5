import type { Command } from '../screens/screen.ts';
import type { Scroll } from '../text-flow/scroll.ts';

/** Keys that move through something long. @param scroll what they move now */
export function scrollCommands(scroll: () => Scroll): Command[] {
  const command = (keys: readonly string[], label: string, help: string, run: () => void): Command => ({
    keys,
    label,
    help,
    isMinor: true,
    run,
  });
  return [
    command(['up'], 'up', 'A line up', () => scroll().move(-1)),
    command(['down'], 'down', 'A line down', () => scroll().move(1)),
    command(['page-up'], 'page up', 'A page up', () => scroll().page(-1)),
    command(['page-down', 'space'], 'page down', 'A page down', () => scroll().page(1)),
    command(['home'], 'start', 'To the beginning', () => scroll().toStart()),
    command(['end'], 'end', 'To the end; what comes in stays in view', () => scroll().toEnd()),
  ];
}
