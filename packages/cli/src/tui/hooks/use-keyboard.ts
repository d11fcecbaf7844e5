import type { EventEmitter } from 'node:events';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStdin } from 'ink';
import { pasteKey, type Key } from '../../terminal/keyboard/key.ts';
import { keyReader } from '../../terminal/keyboard/read-key.ts';
import { unitReader, type Unit } from '../../terminal/keyboard/units.ts';

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
