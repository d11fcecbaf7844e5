import { isRunning } from './session-queries.ts';
import type { SessionState } from './session-state.ts';
import { createStore, type Observable } from './store.ts';

/** A session as front ends show it. */
export interface PacedSession extends Observable<SessionState> {
  /** A snapshot that ignores the progress of a run. */
  getSteadySnapshot(): SessionState;
}

/**
 * Limits how often the progress of a run is shown, which may stream thousands of pieces. Other changes are shown at once.
 * @param interval milliseconds between updates during a run; listeners are called even if nothing arrived
 */
export function paceRuns(session: Observable<SessionState>, interval: number): PacedSession {
  const updates = createStore(0);
  let steady = session.getSnapshot();
  let latest = steady;
  let timer: ReturnType<typeof setInterval> | undefined;
  const update = () => {
    latest = session.getSnapshot();
    updates.set(updates.getSnapshot() + 1);
  };
  session.subscribe(() => {
    const state = session.getSnapshot();
    if (isOnlyProgress(steady, state)) return;
    steady = state;
    clearInterval(timer);
    timer = isRunning(state) ? setInterval(update, interval) : undefined;
    update();
  });
  return { subscribe: updates.subscribe, getSnapshot: () => latest, getSteadySnapshot: () => steady };
}

function isOnlyProgress(before: SessionState, after: SessionState): boolean {
  if (!isRunning(before) || before.run.status !== after.run.status) return false;
  const names = Object.keys({ ...before, ...after }) as (keyof SessionState)[];
  return names.every((name) => name === 'run' || before[name] === after[name]);
}
