import { createContext, useContext, useSyncExternalStore, type Context } from 'react';

/** An observable value outside React. */
export interface Store<Value> {
  get(): Value;
  /** Setting the same value does not notify listeners. */
  set(value: Value): void;
  /** @returns unsubscribes */
  subscribe(listener: () => void): () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** A context without a default, and the hook that reads it. */
export function requiredContext<Value>(): readonly [Context<Value>, () => Value] {
  const context = createContext<Value | undefined>(undefined) as Context<Value>;
  return [context, () => useContext(context)];
}
