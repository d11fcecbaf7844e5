/** A value that components subscribe to with `useSyncExternalStore`. */
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
