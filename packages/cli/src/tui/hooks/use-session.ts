import { useSyncExternalStore } from 'react';
import { isRunning, type Session, type SessionState } from '@tryout/engine';
import { usePicker } from './use-picker.ts';

/** Milliseconds between updates while a run goes on. */
const INTERVAL = 100;

/** A session whose updates are limited while a run goes on: an answer may stream in thousands of pieces. */
export interface PacedSession {
  /** Calls listeners for every change, but every 100 ms for the progress of a run. */
  subscribe(listener: () => void): () => void;
  /** The session state, which stays the same while a run only progresses. */
  getSteadySnapshot(): SessionState;
}

export function createPacedSession(session: Session): PacedSession {
  const listeners = new Set<() => void>();
  let steady = session.getSnapshot();
  let ticks: NodeJS.Timeout | undefined;
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  session.subscribe(() => {
    const state = session.getSnapshot();
    if (isOnlyProgress(steady, state)) return;
    steady = state;
    clearInterval(ticks);
    ticks = isRunning(state) ? setInterval(notify, INTERVAL).unref() : undefined;
    notify();
  });
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSteadySnapshot: () => steady,
  };
}

function isOnlyProgress(before: SessionState, after: SessionState): boolean {
  if (!isRunning(before) || before.run.status !== after.run.status) return false;
  const { run: _before, ...others } = before;
  const { run: _after, ...rest } = after;
  const names = Object.keys({ ...others, ...rest }) as (keyof typeof rest)[];
  return names.every((name) => others[name] === rest[name]);
}

/** The session state. It does not follow the progress of a run, see `useSessionWithProgress`. */
export function useSession(): SessionState {
  const { paced } = usePicker();
  return useSyncExternalStore(paced.subscribe, paced.getSteadySnapshot);
}

/** The session state with the progress of a run, updated every 100 ms. */
export function useSessionWithProgress(): SessionState {
  const { session, paced } = usePicker();
  return useSyncExternalStore(paced.subscribe, session.getSnapshot);
}
