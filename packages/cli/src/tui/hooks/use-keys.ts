import { createStore } from '@tryout/engine';
import { useContext, useLayoutEffect, useRef } from 'react';
import type { Key } from '../../terminal/keyboard/key.ts';
import { useStore } from '../store.ts';
import { ScreenContext } from './use-navigation.ts';
import { usePicker } from './use-picker.ts';

export interface Command {
  /** Names of the keys; key hints show the first one. */
  readonly keys: readonly string[];
  /** A word or two for the key hints. */
  readonly label: string;
  /** A sentence for the list of all keys. Default: the label. */
  readonly help?: string;
  /** Listed on the keys screen, but not in the key hints. */
  readonly isMinor?: boolean;
  /** Undefined if an Ink input handles the key. */
  readonly run?: () => void;
}

/** @param keys names separated by spaces; key hints show the first one */
export function command(keys: string, label: string, help: string, run: () => void): Command {
  return { keys: keys.split(' '), label, help, run };
}

export function minorCommand(keys: string, label: string, help: string, run: () => void): Command {
  return { ...command(keys, label, help, run), isMinor: true };
}

interface KeyBindings {
  /** In order of usefulness; `false` entries are skipped. */
  readonly commands?: readonly (Command | false)[];
  /**
   * Handles a key without a command, such as typed text.
   * @returns whether it was used; `ink` passes it on to Ink's inputs (`useInput`)
   */
  readonly onKey?: (key: Key) => boolean | 'ink';
  /** Whether `?` is inserted as text, so that only F1 lists the keys. */
  readonly takesText?: boolean;
  /** Fields come before their screen. Default: `screen`. */
  readonly level?: 'field' | 'screen';
  /** Default: true. Bindings of covered screens are never active. */
  readonly isActive?: boolean;
}

interface Layer {
  readonly screen: number;
  bindings: KeyBindings;
}

export type KeyRegistry = ReturnType<typeof createKeyRegistry>;

export function createKeyRegistry() {
  const layers = new Set<Layer>();
  const version = createStore(0);
  const changed = () => version.set(version.getSnapshot() + 1);
  return {
    /** Increases when commands change. */
    version,
    changed,
    /** The active bindings of a screen: fields first, then the components mounted last. */
    of(screen: number) {
      const active = [...layers]
        .filter((layer) => layer.screen === screen && layer.bindings.isActive !== false)
        .map(({ bindings }) => bindings)
        .reverse();
      const isField = ({ level }: KeyBindings) => level === 'field';
      const inOrder = [...active.filter(isField), ...active.filter((bindings) => !isField(bindings))];
      return {
        commands: inOrder.flatMap(getCommands),
        takesText: inOrder.some(({ takesText }) => takesText),
        onKeys: inOrder.flatMap(({ onKey }) => onKey ?? []),
      };
    },
    add(layer: Layer): () => void {
      layers.add(layer);
      changed();
      return () => {
        layers.delete(layer);
        changed();
      };
    },
  };
}

/** Binds keys while the component is mounted on the current screen. */
export function useKeys(bindings: KeyBindings): void {
  const { keyRegistry: registry } = usePicker();
  const { id } = useContext(ScreenContext);
  const layer = useRef<Layer | undefined>(undefined);
  const { takesText, isActive } = bindings;
  /** Everything the key hints depend on. */
  const shown = getCommands(bindings).map(({ keys, label, isMinor }) => [keys, label, isMinor]);
  const signature = JSON.stringify([shown, takesText, isActive]);
  useLayoutEffect(() => {
    layer.current = { screen: id, bindings: {} };
    return registry.add(layer.current);
  }, [registry, id]);
  useLayoutEffect(() => {
    if (layer.current) layer.current.bindings = bindings;
  });
  useLayoutEffect(() => registry.changed(), [registry, signature]);
}

function getCommands({ commands = [] }: KeyBindings): readonly Command[] {
  return commands.filter((each) => each !== false);
}

/** The active bindings of a screen. */
export function useBindings(screen: number): ReturnType<KeyRegistry['of']> {
  const { keyRegistry: registry } = usePicker();
  useStore(registry.version);
  return registry.of(screen);
}
