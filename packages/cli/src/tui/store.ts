import type { Observable } from '@tryout/engine';
import { createContext, useContext, useSyncExternalStore, type Context } from 'react';

export function useStore<Value>(store: Observable<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

/** A context without a default, and the hook that reads it. */
export function requiredContext<Value>(): readonly [Context<Value>, () => Value] {
  const context = createContext<Value | undefined>(undefined) as Context<Value>;
  return [context, () => useContext(context)];
}
