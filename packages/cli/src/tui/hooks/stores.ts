import {
  createStore,
  type Comparison,
  type ComparisonOptions,
  type Observable,
  type TaskId,
} from '@tryout/engine';
import { createContext, useContext, useSyncExternalStore, type Context, type RefObject } from 'react';
import type { BatchOffer } from '../../batch/sources.ts';
import type { Batch } from '../../batch/start-batch.ts';
import type { Key } from '../../text-editing/key.ts';

export function useStore<Value>(store: Observable<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

/** A context without a default, and the hook that reads it. */
export function requiredContext<Value>(): readonly [Context<Value>, () => Value] {
  const context = createContext<Value | undefined>(undefined) as Context<Value>;
  return [context, () => useContext(context)];
}

/** The models that are marked in the list of a task. */
export interface Marks {
  readonly task?: TaskId | undefined;
  readonly models: readonly string[];
}

export const noMarks: Marks = { models: [] };

/** A comparison with what it shows. */
export interface OpenComparison {
  readonly comparison: Comparison;
  readonly options: ComparisonOptions;
  /** The positions of the candidates as they are shown. */
  readonly order: readonly number[];
  readonly isBlind: boolean;
}

/** A batch with what was chosen for it. */
export interface OpenBatch {
  readonly offer: BatchOffer;
  /** The folder of the files that cells name; that of their table by default. */
  readonly mediaRoot?: string | undefined;
  /** The input that it was given for. */
  readonly field: string;
  /** By field; columns named like a field need no choice. */
  readonly columns: Readonly<Record<string, string>>;
  /** The column with the expected answers; empty for none, undefined for the default. */
  readonly label?: string;
  readonly output?: string;
  readonly prompt?: string;
  /** US dollars. */
  readonly maxCost?: number;
  readonly retriesErrors: boolean;
  /** Once it runs. */
  readonly run?: {
    readonly batch: Batch;
    readonly output: string;
    /** Continues it. */
    readonly command: string;
  };
}

export type ScreenName =
  | 'sign-in'
  | 'token'
  | 'browser'
  | 'device'
  | 'tasks'
  | 'about'
  | 'models'
  | 'form'
  | 'run'
  | 'compare'
  | 'batch'
  | 'parameters'
  | 'provider'
  | 'code'
  | 'account'
  | 'history'
  | 'keys';

export interface OpenScreen {
  readonly id: number;
  readonly name: ScreenName;
}

export type Navigation = ReturnType<typeof createNavigation>;

export function createNavigation() {
  const screens = createStore<readonly OpenScreen[]>([]);
  let lastId = 0;
  return {
    /** From bottom to top. */
    screens,
    open(name: ScreenName): void {
      lastId += 1;
      screens.set([...screens.getSnapshot(), { id: lastId, name }]);
    },
    /**
     * Closes the top screen; with a name, the topmost one of that name and all above it. Never closes the first screen.
     */
    back(name?: ScreenName): void {
      const all = screens.getSnapshot();
      const index = name === undefined ? all.length - 1 : all.findLastIndex((screen) => screen.name === name);
      if (index > 0) screens.set(all.slice(0, index));
    },
    isOpen: (name: ScreenName) => screens.getSnapshot().some((screen) => screen.name === name),
  };
}

export interface Command {
  /** Names of the keys; key hints show the first one. */
  readonly keys: readonly string[];
  /** The key of the opposite command, which key hints show first. */
  readonly oppositeKey?: string;
  /** A word or two for the key hints. */
  readonly label: string;
  /** A sentence for the list of all keys. Default: the label. */
  readonly help?: string;
  /** Listed on the keys screen, but not in the key hints. */
  readonly isMinor?: boolean;
  /** Undefined if an Ink input handles the key. */
  readonly run?: () => void;
}

export interface KeyBindings {
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
  readonly bindings: RefObject<KeyBindings>;
}

export type KeyRegistry = ReturnType<typeof createKeyRegistry>;

export function createKeyRegistry() {
  const layers = new Set<Layer>();
  const version = createStore(0);
  const increaseVersion = () => version.set(version.getSnapshot() + 1);
  return {
    /** Increases when commands change. */
    version,
    increaseVersion,
    /** The active bindings of a screen: fields first, then the components mounted last. */
    of(screen: number) {
      const active = [...layers]
        .filter((layer) => layer.screen === screen)
        .map(({ bindings }) => bindings.current)
        .filter(({ isActive }) => isActive !== false)
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
      increaseVersion();
      return () => {
        layers.delete(layer);
        increaseVersion();
      };
    },
  };
}

/** The commands of bindings, without skipped entries. */
export function getCommands({ commands = [] }: KeyBindings): readonly Command[] {
  return commands.filter((each) => each !== false);
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
