import type { Observable, RunState, Session, SessionState } from '@tryout/engine';
import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../../../lib/app-context.ts';

/** Milliseconds between updates while a run streams. */
const PACE = 50;

/**
 * A part of the session's state, at most every 50 ms while a run streams text or reports progress.
 * @param select returns the same value for the same state
 */
export function usePacedState<Part>(select: (state: SessionState) => Part): Part {
  const session = useSession();
  const paced = useMemo(() => pacedOf(session), [session]);
  return useSyncExternalStore(paced.subscribe, () => select(paced.getSnapshot()));
}

function pacedOf(session: Session): Observable<SessionState> {
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
        if (isProgress(state.run, session.getSnapshot().run)) timer ??= setTimeout(update, PACE);
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
