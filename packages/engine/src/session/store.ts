/** An observable value for `useSyncExternalStore`. */
export interface Observable<State> {
  /** The same object until the state changes. */
  getSnapshot(): State;
  /** Calls back after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

export interface Store<State> extends Observable<State> {
  /** Does not notify listeners if the state is the same. */
  set(state: State): void;
  update(change: Partial<State>): void;
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  function set(next: State): void {
    if (next === state) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set,
    update: (change) => set({ ...state, ...change }),
  };
}
