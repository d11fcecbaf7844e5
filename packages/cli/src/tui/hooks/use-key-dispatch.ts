import type { EventEmitter } from 'node:events';
import { useStdin } from 'ink';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { signalCodes } from '../../system/signals.ts';
import { keyReader, pasteKey, type Key } from '../../text-editing/key.ts';
import { unitReader, type Unit } from '../../text-editing/units.ts';
import { globalCommands } from './use-commands.ts';
import { type Command, usePicker } from './use-picker.ts';

/** Dispatches keys to the screen's commands, its text inputs, Ink's own inputs, then to global commands. */
export function useKeyDispatch(suspend: () => void): void {
  const settings = usePicker();
  const { navigation, notice, keyRegistry, device } = settings;

  function press(key: Key): 'ink' | void {
    const bindings = keyRegistry.of(navigation.screens.getSnapshot().at(-1)?.id ?? 0);
    const isBound = bindings.commands.some(({ keys }) => keys.includes(key.name));
    if (key.name === 'ctrl+c' && !isBound) return settings.leave(signalCodes.SIGINT);
    if (key.name === 'ctrl+z') return suspend();
    const { back, ...others } = globalCommands(settings, bindings.takesText);
    const lastNotice = notice.getSnapshot();
    const run = (commands: readonly Command[]) => {
      const command = commands.find((each) => each.run && each.keys.includes(key.name));
      command?.run?.();
      return command !== undefined;
    };
    try {
      if (run(bindings.commands)) return;
      for (const onKey of bindings.onKeys) {
        const isUsed = onKey(key);
        if (isUsed === 'ink') return 'ink';
        if (isUsed) return;
      }
      run([back, ...Object.values<Command>(others)]);
    } finally {
      if (notice.getSnapshot() === lastNotice) notice.set(undefined);
    }
  }
  useKeyboard(press, device.reply);
}

/** Keys in a row; React takes 50 updates, each before the changes of the last one's effects, for an endless loop. */
const MAX_NESTED = 10;

/**
 * Dispatches keys one by one, each after the previous one has been rendered. Ink would merge fast keys and pastes
 * into one input.
 * @param onKey returns `ink` to pass the key to Ink's inputs
 * @param onReply receives the terminal's replies to queries
 */
function useKeyboard(onKey: (key: Key) => 'ink' | void, onReply: (reply: string) => void): void {
  const { internal_eventEmitter: emitter, setRawMode } = useStdin();
  const waitForRender = useNextRender();
  const press = useEffectEvent(onKey);
  useEffect(() => {
    const emit = emitter.emit.bind(emitter);
    const units = unitReader();
    const read = keyReader();
    const queue: Key[] = [];
    let timer: NodeJS.Timeout | undefined;
    let count = 0;

    async function dispatchKeys(): Promise<void> {
      for (let key = queue[0]; key !== undefined; key = queue[0]) {
        if (press(key) === 'ink') emit('input', key.sequence);
        await waitForRender();
        count += 1;
        // Effects may have changed something again, which is rendered with the next key.
        if (count % MAX_NESTED === 0) await waitForRender();
        queue.shift();
      }
    }

    function take(unit: Unit): void {
      if (unit.kind === 'reply') return onReply(unit.sequence);
      const key = unit.kind === 'paste' ? unit.text !== '' && pasteKey(unit.text) : read(unit.sequence);
      if (!key) return;
      // Must not wait for queued keys.
      if (key.name === 'ctrl+c') queue.length = 0;
      queue.push(key);
      if (queue.length === 1) void dispatchKeys();
    }

    const restore = interceptInput(emitter, (chunk) => {
      clearTimeout(timer);
      units.next(chunk).forEach(take);
      const timeout = units.timeout();
      if (timeout !== undefined) timer = setTimeout(() => units.rest().forEach(take), timeout);
    });
    setRawMode(true);
    return () => {
      restore();
      clearTimeout(timer);
      setRawMode(false);
    };
  }, [emitter, setRawMode, waitForRender, onReply]);
}

/**
 * Resolves after React has rendered all changes and run their effects. The component must be mounted last, since
 * effects run in component order.
 */
function useNextRender(): () => Promise<void> {
  const [count, setCount] = useState(0);
  const resolvers = useRef<(() => void)[]>([]);
  useEffect(() => {
    for (const resolve of resolvers.current.splice(0)) resolve();
  }, [count]);
  return useCallback(
    () =>
      new Promise((resolve) => {
        resolvers.current.push(resolve);
        setCount((last) => last + 1);
      }),
    [],
  );
}

/** Intercepts the input events for Ink's `useInput`. @returns restores them */
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
