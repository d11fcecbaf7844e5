import { useContext, useLayoutEffect, useRef } from 'react';
import type { Key } from '../../terminal/keyboard/key.ts';
import { createStore, useStore, type Store } from '../store.ts';
import { requiredContext } from './context.ts';
import { ScreenContext } from './use-navigation.ts';

/** What a key does on a screen now. */
export interface Command {
  /** The keys that do it, by name; the first one is shown. */
  readonly keys: readonly string[];
  /** What it does, in a word or two, for the key hints. */
  readonly label: string;
  /** The same as a sentence, for the list of all keys; by default the label. */
  readonly help?: string;
  /** Only in the list of all keys, not in the key hints. */
  readonly isMinor?: boolean;
  /** Missing where an input of Ink's own takes the key itself. */
  readonly run?: () => void;
}

/**
 * A command for the key hints and the list of all keys.
 * @param keys names with spaces between them; the first one is shown
 * @param help what it does, as a sentence
 */
export function command(keys: string, label: string, help: string, run: () => void): Command {
  return { keys: keys.split(' '), label, help, run };
}

/** A command for the list of all keys alone. */
export function minorCommand(keys: string, label: string, help: string, run: () => void): Command {
  return { ...command(keys, label, help, run), isMinor: true };
}

/** What a component does with keys. */
export interface KeyBindings {
  /** What keys do now, the most useful first; without those that are false. */
  readonly commands?: readonly (Command | false)[];
  /**
   * Takes a key that no command has, such as typed text.
   * @returns whether it meant anything; `ink` passes the key on to an input of Ink's (`useInput`)
   */
  readonly onKey?: (key: Key) => boolean | 'ink';
  /** Whether characters are typed now, so that F1 rather than `?` shows the keys. */
  readonly takesText?: boolean;
  /** Fields come before their screen. By default `screen`. */
  readonly level?: 'field' | 'screen';
  /** Whether the bindings hold now; by default they do. Those of a covered screen never do. */
  readonly isActive?: boolean;
}

interface Layer {
  readonly screen: number;
  bindings: KeyBindings;
}

/** Bindings that hold now, with the commands that there are. */
export interface ActiveBindings extends KeyBindings {
  readonly commands: readonly Command[];
}

/** The bindings of all components. */
export interface KeyRegistry {
  /** Goes up when commands have changed. */
  readonly version: Store<number>;
  /** The active bindings of a screen: fields first, then those that were added last. */
  of(screen: number): readonly ActiveBindings[];
  add(layer: Layer): () => void;
  changed(): void;
}

export function createKeyRegistry(): KeyRegistry {
  const layers = new Set<Layer>();
  const version = createStore(0);
  const changed = () => version.set(version.get() + 1);
  return {
    version,
    changed,
    of(screen) {
      const active = [...layers]
        .filter((layer) => layer.screen === screen && layer.bindings.isActive !== false)
        .map(({ bindings }) => ({ ...bindings, commands: commandsOf(bindings) }))
        .reverse();
      const isField = ({ level }: KeyBindings) => level === 'field';
      return [...active.filter(isField), ...active.filter((bindings) => !isField(bindings))];
    },
    add(layer) {
      layers.add(layer);
      changed();
      return () => {
        layers.delete(layer);
        changed();
      };
    },
  };
}

/** The bindings of all components. */
export const [KeyContext, useKeyRegistry] = requiredContext<KeyRegistry>();

/** Binds keys while the component is there and its screen is the one in sight. */
export function useKeys(bindings: KeyBindings): void {
  const registry = useKeyRegistry();
  const { id } = useContext(ScreenContext);
  const layer = useRef<Layer | undefined>(undefined);
  const shown = signatureOf(bindings);
  useLayoutEffect(() => {
    layer.current = { screen: id, bindings: {} };
    return registry.add(layer.current);
  }, [registry, id]);
  useLayoutEffect(() => {
    if (layer.current) layer.current.bindings = bindings;
  });
  useLayoutEffect(() => registry.changed(), [registry, shown]);
}

function commandsOf({ commands = [] }: KeyBindings): readonly Command[] {
  return commands.filter((each) => each !== false);
}

/** What the key hints depend on. */
function signatureOf(bindings: KeyBindings): string {
  const { takesText, isActive } = bindings;
  const each = commandsOf(bindings).map(({ keys, label, isMinor }) => `${keys.join()} ${label} ${isMinor}`);
  return JSON.stringify([each, takesText, isActive]);
}

/** The active bindings of a screen, for the key hints. */
export function useBindings(screen: number): readonly ActiveBindings[] {
  const registry = useKeyRegistry();
  useStore(registry.version);
  return registry.of(screen);
}
