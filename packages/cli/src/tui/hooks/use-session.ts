import { useSyncExternalStore } from 'react';
import { isRunning, type Session, type SessionState } from '@tryout/engine';
import { usePicker } from './use-picker.ts';

/** Milliseconds between updates while an answer streams in. */
const PACE = 50;

/**
 * Subscribes to a session. While an answer streams in, its state changes thousands of times: listeners are called at most
 * every 50 ms, all at once, so that they are rendered together.
 */
export function pacedSubscription(session: Session): Session['subscribe'] {
  const listeners = new Set<() => void>();
  let last = 0;
  let waiting: NodeJS.Timeout | undefined;
  const tell = () => {
    clearTimeout(waiting);
    waiting = undefined;
    last = performance.now();
    for (const listener of [...listeners]) listener();
  };
  session.subscribe(() => {
    const wait = isRunning(session.getSnapshot()) ? last + PACE - performance.now() : 0;
    if (wait <= 0) tell();
    else waiting ??= setTimeout(tell, wait);
  });
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

/** The session state, updated at most every 50 ms while an answer streams in. */
export function useSession(): SessionState {
  const { session, subscribe } = usePicker();
  return useSyncExternalStore(subscribe, session.getSnapshot);
}
