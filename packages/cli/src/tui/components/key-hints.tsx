import type { ReactNode } from 'react';
import { getWidth } from '../../terminal/index.ts';
import { keyLabel } from '../../terminal/keyboard/key.ts';
import { globalCommands } from '../hooks/use-commands.ts';
import { useBindings, type Command } from '../hooks/use-keys.ts';
import { useOpenScreens, usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';
import { Lines } from './text.tsx';

const GAP = '  ';

/** The bottom line: as many commands as fit. */
export function KeyHints(): ReactNode {
  const { terminal, theme } = useTerminal();
  const settings = usePicker();
  const { commands, takesText } = useBindings(useOpenScreens().at(-1)?.id ?? 0);
  // The sign-in status determines whether Esc leaves.
  useSession();
  const { back, keys } = globalCommands(settings, takesText);
  const all = firstOfEachKey([...commands, back, keys]).filter(({ isMinor }) => !isMinor);
  const last = all.filter((each) => each === back || each === keys);
  const first = all.filter((each) => !last.includes(each));
  const hint = ({ keys: [name = ''], oppositeKey, label }: Command) => {
    const names = oppositeKey === undefined ? [name] : [oppositeKey, name];
    return `${theme.accent(names.map((key) => keyLabel(key, terminal)).join(' '))} ${theme.dim(label)}`;
  };
  return <Lines lines={[fitting(first.map(hint), last.map(hint), terminal.columns)]} />;
}

/** All `last` hints, and as many of the first ones as fit before them. */
function fitting(first: readonly string[], last: readonly string[], columns: number): string {
  let count = first.length;
  const line = () => [...first.slice(0, count), ...last].join(GAP);
  while (count > 0 && getWidth(line()) > columns) count -= 1;
  return line();
}

/** Drops commands whose first key is already used by an earlier command. */
export function firstOfEachKey(commands: readonly Command[]): readonly Command[] {
  const earlierKeys = new Set<string>();
  return commands.filter(({ keys }) => {
    const isFree = !earlierKeys.has(keys[0] ?? '');
    for (const key of keys) earlierKeys.add(key);
    return isFree;
  });
}
