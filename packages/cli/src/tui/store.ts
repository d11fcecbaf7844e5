import { type Context, createContext, useContext, useSyncExternalStore } from 'react';

/** A value outside of React that components subscribe to. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

/** @param value the value to begin with; setting the same value tells nobody */
export function createStore<Value>(value: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let now = value;
  return {
    get: () => now,
    set(next) {
      if (next === now) return;
      now = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a store now. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}

/**
 * A context that the app always provides.
 * @returns the context, and the hook that reads it
 */
export function requiredContext<Value>(): readonly [Context<Value>, () => Value] {
  const context = createContext<Value | undefined>(undefined) as Context<Value>;
  return [context, () => useContext(context)];
}
