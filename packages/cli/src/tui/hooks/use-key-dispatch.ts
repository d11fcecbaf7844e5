import { useCallback, useEffect, useRef } from 'react';
import { signalCodes } from '../../system/signals.ts';
import { globalCommands } from './global-commands.ts';
import { useKeyboard } from './use-keyboard.ts';
import { useKeyRegistry, type Command } from './use-keys.ts';
import { useNavigation } from './use-navigation.ts';
import { useNotices } from './use-notice.ts';
import { usePicker } from './use-picker.ts';
import type { Key } from '../../terminal/keyboard/key.ts';

interface KeyDispatch {
  /** Ctrl-Z: back to the shell. */
  suspend(): void;
  onReply(reply: string): void;
}

/**
 * Gives each key to whoever it is for: the commands of the screen in sight, its text boxes, Ink's own inputs, then the
 * commands of all screens.
 */
export function useKeyDispatch({ suspend, onReply }: KeyDispatch): void {
  const settings = usePicker();
  const navigation = useNavigation();
  const registry = useKeyRegistry();
  const notices = useNotices();

  const press = useCallback(
    (key: Key): 'ink' | void => {
      if (key.name === 'ctrl+c') return settings.leave(signalCodes.SIGINT);
      if (key.name === 'ctrl+z') return suspend();
      const bindings = registry.of(navigation.screens.get().at(-1)?.id ?? 0);
      const takesText = bindings.some((each) => each.takesText);
      const { back, ...others } = globalCommands({ settings, navigation, notices, takesText });
      const shown = notices.current.get();
      const run = (commands: readonly Command[]) => {
        const command = commands.find((each) => each.run && each.keys.includes(key.name));
        command?.run?.();
        return command !== undefined;
      };
      try {
        if (run(bindings.flatMap(({ commands = [] }) => commands))) return;
        for (const { onKey } of bindings) {
          const taken = onKey?.(key);
          if (taken === 'ink') return 'ink';
          if (taken) return;
        }
        run([back, ...Object.values<Command>(others)]);
      } finally {
        // It was read: a key was pressed.
        if (notices.current.get() === shown) notices.current.set(undefined);
      }
    },
    [settings, navigation, registry, notices, suspend],
  );
  const newest = useRef(press);
  useEffect(() => {
    newest.current = press;
  });
  const onKey = useCallback((key: Key) => newest.current(key), []);
  useKeyboard({ onKey, onReply });
}
