import type { SessionState } from '@tryout/engine';
import { useSyncExternalStore } from 'react';
import { useApp } from './app-context.ts';

const nothing = () => () => undefined;

/** Who is signed in, also outside the guard; undefined until the session is loaded. */
export function useSignInState(): SessionState['signIn'] | undefined {
  const { session: lazy } = useApp();
  const session = useSyncExternalStore(lazy.subscribe, lazy.getSnapshot);
  return useSyncExternalStore(session?.subscribe ?? nothing, () => session?.getSnapshot().signIn);
}
