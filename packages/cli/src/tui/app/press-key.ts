import type { Key } from '../keyboard/key.ts';
import { takesKey } from '../screens/ink-part.ts';
import type { Command } from '../screens/screen.ts';
import { forgetLeaving, globalCommands } from './global-commands.ts';
import type { Picker } from './picker.ts';
import { signalCodes } from './signals.ts';

interface KeyTaker {
  suspend(): void;
  toInk(key: Key): Promise<void>;
}

/**
 * Gives a key to whom it is for: the screen's commands, its text boxes, Ink's own inputs, then to all screens' keys.
 * @returns a promise where the next key has to wait for this one's effect
 */
export function pressKey(picker: Picker, key: Key, { suspend, toInk }: KeyTaker): Promise<void> | void {
  if (key.name === 'ctrl+c') return picker.leave(signalCodes.SIGINT);
  if (key.name === 'ctrl+z') return suspend();
  if (key.name !== 'escape') forgetLeaving(picker);
  const top = picker.screens.at(-1);
  const command = top?.commands().find(({ keys }) => keys.includes(key.name));
  if (command?.run) return command.run();
  if (top?.onKey?.(key)) return;
  const kind = top?.usesInk?.();
  if (kind && takesKey(kind, key)) return toInk(key);
  Object.values<Command>({ ...globalCommands(picker) })
    .find(({ keys }) => keys.includes(key.name))
    ?.run?.();
}
