import { widthOf } from '../../terminal/index.ts';
import { keyLabel } from '../keyboard/key-label.ts';
import type { Command } from '../screens/screen.ts';
import { globalCommands } from './global-commands.ts';
import type { Picker } from './picker.ts';

const GAP = '  ';

/** The bottom line: what keys do now, as many as fit; the way to all of them always does. */
export function keyLine(picker: Picker): string {
  const { terminal, theme } = picker;
  const top = picker.screens.at(-1);
  const isMajor = ({ isMinor }: Command) => isMinor !== true;
  const own = (top?.commands() ?? []).filter(isMajor);
  const { back, keys } = globalCommands(picker);
  const entry = ({ keys: [name = ''], label }: Command) => `${keyLabel(name, terminal)} ${label}`;
  const styled = ({ keys: [name = ''], label }: Command) =>
    `${theme.accent(keyLabel(name, terminal))} ${theme.dim(label)}`;
  // A key that does something else here is shown once.
  const isTaken = ({ keys: [name = ''] }: Command) => own.some((command) => command.keys.includes(name));
  const last = [back, keys].filter((command) => !isTaken(command));
  let left = terminal.columns - last.reduce((sum, command) => sum + widthOf(GAP + entry(command)), 0);
  const fitting = own.filter((command) => {
    const width = widthOf(entry(command) + GAP);
    if (width > left) return false;
    left -= width;
    return true;
  });
  while (last.length > 1 && left < 0) left += widthOf(GAP + entry(last.shift()!));
  return [...fitting, ...last].map(styled).join(GAP);
}
