/** A value that can be watched; made for `useSyncExternalStore`. */
export interface Observable<State> {
  /** The same object until something changes. */
  getSnapshot(): State;
  /** Calls back after each change; the answer stops that. */
  subscribe(listener: () => void): () => void;
}

/** An observable with the way to change it. */
export interface Store<State> extends Observable<State> {
  update(change: Partial<State>): void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = Object.freeze({ ...initial });
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update(change) {
      state = Object.freeze({ ...state, ...change });
      for (const listener of [...listeners]) listener();
    },
  };
}
