import { useSyncExternalStore } from 'react';
import { useApp } from './app-context.ts';

const nothing = () => () => undefined;

/** Whether someone is signed in, also as far as is known before the session is loaded. */
export function useSignedIn(): boolean {
  const { session: lazy, token } = useApp();
  const session = useSyncExternalStore(lazy.subscribe, lazy.getSnapshot);
  const status = useSyncExternalStore(
    session?.subscribe ?? nothing,
    () => session?.getSnapshot().signIn.status,
  );
  // Who has to sign in again stays where the inputs are.
  return status === undefined ? token !== undefined : status !== 'signed-out';
}
