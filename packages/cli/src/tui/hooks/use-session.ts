import { useCallback, useSyncExternalStore } from 'react';
import { isRunning, type SessionState } from '@tryout/engine';
import { usePicker } from './use-picker.ts';

/** Milliseconds between updates while an answer streams in. */
const PACE = 50;

/** The session state, updated at most every 50 ms while an answer streams in. */
export function useSession(): SessionState {
  const { session } = usePicker();
  const subscribe = useCallback(
    (listener: () => void) => {
      let last = 0;
      let waiting: NodeJS.Timeout | undefined;
      const tell = () => {
        clearTimeout(waiting);
        waiting = undefined;
        last = performance.now();
        listener();
      };
      const unsubscribe = session.subscribe(() => {
        const wait = isRunning(session.getSnapshot()) ? last + PACE - performance.now() : 0;
        if (wait <= 0) tell();
        else waiting ??= setTimeout(tell, wait);
      });
      return () => {
        clearTimeout(waiting);
        unsubscribe();
      };
    },
    [session],
  );
  return useSyncExternalStore(subscribe, session.getSnapshot);
}
