import type { Observable, RunState, Session, SessionState } from '@tryout/engine';
import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../../../lib/app-context.ts';

/** Milliseconds between updates while a run streams. */
const INTERVAL = 50;

/**
 * A part of the session's state, updated at most every 50 ms while a run streams text or reports progress.
 * @param select returns the same value for the same state
 */
export function useThrottledState<Part>(select: (state: SessionState) => Part): Part {
  const session = useSession();
  const throttled = useMemo(() => throttle(session), [session]);
  return useSyncExternalStore(throttled.subscribe, () => select(throttled.getSnapshot()));
}

function throttle(session: Session): Observable<SessionState> {
  let state = session.getSnapshot();
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const update = () => {
        clearTimeout(timer);
        timer = undefined;
        state = session.getSnapshot();
        listener();
      };
      const unsubscribe = session.subscribe(() => {
        if (isProgress(state.run, session.getSnapshot().run)) timer ??= setTimeout(update, INTERVAL);
        else update();
      });
      // It may have changed since the first render.
      if (state !== session.getSnapshot()) update();
      return () => {
        clearTimeout(timer);
        unsubscribe();
      };
    },
  };
}

function isProgress(before: RunState, { status, request, waiting }: RunState): boolean {
  const isRunning = status === 'loading' || status === 'streaming';
  return isRunning && before.status === status && before.request === request && before.waiting === waiting;
}
