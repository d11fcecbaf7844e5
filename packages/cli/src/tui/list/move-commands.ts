import type { Command } from '../screens/screen.ts';

/** What the keys of a list do that move about in it; they are known, so the line of keys does without. */
export function moveCommands(
  move: (distance: number) => void,
  page: { readonly rows: number },
): readonly Command[] {
  const command = (name: string, label: string, distance: () => number): Command => ({
    keys: [name],
    label,
    isMinor: true,
    run: () => move(distance()),
  });
  return [
    command('up', 'up', () => -1),
    command('down', 'down', () => 1),
    command('page-up', 'a page up', () => -page.rows),
    command('page-down', 'a page down', () => page.rows),
    command('home', 'first', () => -Infinity),
    command('end', 'last', () => Infinity),
  ];
}
