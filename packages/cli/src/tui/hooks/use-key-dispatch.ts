import type { EventEmitter } from 'node:events';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStdin } from 'ink';
import { signalCodes } from '../../system/signals.ts';
import { type Key, keyReader, pasteKey } from '../../terminal/keyboard/key.ts';
import { type Unit, unitReader } from '../../terminal/keyboard/units.ts';
import { globalCommands } from './global-commands.ts';
import { type Command, useKeyRegistry } from './use-keys.ts';
import { useNavigation } from './use-navigation.ts';
import { useNotices, usePicker } from './use-picker.ts';

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

/** What comes from the keyboard. */
export interface KeyboardListener {
  /** @returns `ink` when an input of Ink's is to get the key */
  onKey(key: Key): 'ink' | void;
  /** An answer of the terminal to a question. */
  onReply(reply: string): void;
}

/**
 * Hands out keys one by one, each after the effects of the one before have been rendered. Ink passes on what a terminal
 * sends in pieces as they come: keys that are typed fast are one input, and so is a paste with what follows it. Inputs of
 * Ink's get the keys that are meant for them.
 */
export function useKeyboard({ onKey, onReply }: KeyboardListener): void {
  const { internal_eventEmitter: emitter, setRawMode } = useStdin();
  const rendered = useNextRender();
  useEffect(() => {
    const emit = emitter.emit.bind(emitter);
    const units = unitReader();
    const read = keyReader();
    const pressed: Key[] = [];
    let waiting: NodeJS.Timeout | undefined;

    async function handOut(): Promise<void> {
      for (let key = pressed[0]; key !== undefined; key = pressed[0]) {
        if (onKey(key) === 'ink') emit('input', key.sequence);
        await rendered();
        pressed.shift();
      }
    }

    function take(unit: Unit): void {
      if (unit.kind === 'reply') return onReply(unit.sequence);
      const key = unit.kind === 'paste' ? unit.text !== '' && pasteKey(unit.text) : read(unit.sequence);
      if (!key) return;
      // Nothing makes it wait.
      if (key.name === 'ctrl+c') pressed.length = 0;
      pressed.push(key);
      if (pressed.length === 1) void handOut();
    }

    const stop = interceptInput(emitter, (chunk) => {
      clearTimeout(waiting);
      units.next(chunk).forEach(take);
      const patience = units.patience();
      if (patience !== undefined) waiting = setTimeout(() => units.rest().forEach(take), patience);
    });
    setRawMode(true);
    return () => {
      stop();
      clearTimeout(waiting);
      setRawMode(false);
    };
  }, [emitter, setRawMode, onKey, onReply, rendered]);
}

/**
 * Resolves when React has rendered what has changed, and the effects of that have run: inputs then know their new value.
 * The component has to come after all others, since effects run in the order of components.
 */
function useNextRender(): () => Promise<void> {
  const [count, setCount] = useState(0);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    for (const resolve of waiting.current.splice(0)) resolve();
  }, [count]);
  return useCallback(
    () =>
      new Promise((resolve) => {
        waiting.current.push(resolve);
        setCount((last) => last + 1);
      }),
    [],
  );
}

/** Takes what is meant for Ink's inputs (`useInput`). @returns stops that */
function interceptInput(emitter: EventEmitter, onInput: (chunk: string) => void): () => void {
  const emit = emitter.emit;
  emitter.emit = (event, ...values: unknown[]) => {
    if (event !== 'input') return emit.call(emitter, event, ...values);
    onInput(String(values[0]));
    return true;
  };
  return () => {
    emitter.emit = emit;
  };
}
