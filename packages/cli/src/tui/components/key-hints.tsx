import { useContext, type ReactNode } from 'react';
import { widthOf } from '../../terminal/index.ts';
import { globalCommands } from '../hooks/global-commands.ts';
import { useBindings, type Command } from '../hooks/use-keys.ts';
import { useNavigation, useOpenScreens } from '../hooks/use-navigation.ts';
import { NoticeContext } from '../hooks/use-notice.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useSession } from '../hooks/use-session.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { keyLabel } from '../keyboard/key.ts';
import { Lines } from './lines.tsx';

const GAP = '  ';

/** The bottom line: what keys do now, as many as fit; the way to all of them always does. */
export function KeyHints(): ReactNode {
  const { terminal, theme } = useTerminal();
  const settings = usePicker();
  const navigation = useNavigation();
  const notices = useContext(NoticeContext)!;
  const bindings = useBindings(useOpenScreens().at(-1)?.id ?? 0);
  // Whether Esc leaves depends on who is signed in.
  useSession();
  const takesText = bindings.some((each) => each.takesText);
  const { back, keys } = globalCommands({ settings, navigation, notices, takesText });
  const own = firstOfEachKey(bindings.flatMap(({ commands = [] }) => commands)).filter(
    ({ isMinor }) => isMinor !== true,
  );
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
  return <Lines lines={[[...fitting, ...last].map(styled).join(GAP)]} />;
}

/** Commands without those whose shown key means something else before them: a field comes before its form. */
export function firstOfEachKey(commands: readonly Command[]): readonly Command[] {
  const taken = new Set<string>();
  return commands.filter(({ keys }) => {
    const isFree = !taken.has(keys[0] ?? '');
    for (const key of keys) taken.add(key);
    return isFree;
  });
}
