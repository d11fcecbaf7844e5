import { isOffline, TryoutError } from '../errors/index.ts';

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

/** Functions that are called with each value, until they are removed. */
export function createListeners<Values extends readonly unknown[]>() {
  const listeners = new Set<(...values: Values) => void>();
  return {
    /** @returns removes the listener */
    add(listener: (...values: Values) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(...values: Values): void {
      for (const listener of [...listeners]) listener(...values);
    },
  };
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = createListeners<[]>();
  function set(next: State): void {
    if (next === state) return;
    state = next;
    listeners.notify();
  }
  return {
    getSnapshot: () => state,
    subscribe: listeners.add,
    set,
    update: (change) => set({ ...state, ...change }),
  };
}

interface Job {
  readonly signal: AbortSignal;
  /** False once the job was canceled or replaced. */
  isCurrent(): boolean;
  finish(): void;
}

/** Runs one job at a time: starting a job cancels the previous one, and its late results must be dropped. */
export function jobSlot() {
  let current: AbortController | undefined;
  /** Cancels the job; false when there is none. */
  const cancel = () => {
    const canceled = current;
    current = undefined;
    canceled?.abort();
    return canceled !== undefined;
  };
  return {
    cancel,
    start(): Job {
      cancel();
      const controller = new AbortController();
      current = controller;
      return {
        signal: controller.signal,
        isCurrent: () => current === controller,
        finish() {
          if (current === controller) current = undefined;
        },
      };
    },
  };
}

/** Code could not be loaded: no network, or a newer version was deployed. */
export class LoadError extends TryoutError {
  override readonly name = 'LoadError';
  readonly code = 'NOT_LOADED';
  readonly outcome = 'failed';

  constructor(cause: unknown) {
    const hint = 'Check your network connection, then reload.';
    super(isOffline() ? 'You are offline' : 'A part of the app could not be loaded', { hint, cause });
  }
}

/** Loads code on demand. @throws LoadError */
export function loaded<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch((error: unknown) => {
    throw new LoadError(error);
  });
}
