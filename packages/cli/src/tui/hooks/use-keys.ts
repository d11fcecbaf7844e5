import { useContext, useLayoutEffect, useRef } from 'react';
import { getCommands, useStore, type Command, type KeyBindings, type KeyRegistry } from './stores.ts';
import { ScreenContext, usePicker } from './use-picker.ts';

export type { Command };

/** @param keys names separated by spaces; key hints show the first one */
export function command(keys: string, label: string, help: string, run: () => void): Command {
  return { keys: keys.split(' '), label, help, run };
}

export function minorCommand(keys: string, label: string, help: string, run: () => void): Command {
  return { ...command(keys, label, help, run), isMinor: true };
}

/** Binds keys while the component is mounted on the current screen. */
export function useKeys(bindings: KeyBindings): void {
  const { keyRegistry: registry } = usePicker();
  const { id } = useContext(ScreenContext);
  const latest = useRef(bindings);
  const { takesText, isActive } = bindings;
  /** Everything the key hints depend on. */
  const hints = getCommands(bindings).map(({ keys, label, isMinor }) => [keys, label, isMinor]);
  const signature = JSON.stringify([hints, takesText, isActive]);
  useLayoutEffect(() => {
    latest.current = bindings;
  });
  useLayoutEffect(() => registry.add({ screen: id, bindings: latest }), [registry, id]);
  useLayoutEffect(() => registry.increaseVersion(), [registry, signature]);
}

/** The active bindings of a screen. */
export function useBindings(screen: number): ReturnType<KeyRegistry['of']> {
  const { keyRegistry: registry } = usePicker();
  useStore(registry.version);
  return registry.of(screen);
}
