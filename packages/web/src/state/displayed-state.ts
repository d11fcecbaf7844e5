import { createStore, isRunning, type Observable, type Session, type SessionState } from '@tryout/engine';

/** Milliseconds. */
const INTERVAL = 50;

/** The session's state as the page shows it: progress and text of a run are added in intervals, not piece by piece. */
export function displayedState(session: Session): Observable<SessionState> {
  const { set, ...displayed } = createStore(session.getSnapshot());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    timer = undefined;
    set(session.getSnapshot());
  };
  session.subscribe(() => {
    const state = session.getSnapshot();
    const isProgress = isRunning(state) && state.run.status === displayed.getSnapshot().run.status;
    if (isProgress) timer ??= setTimeout(update, INTERVAL);
    else update();
  });
  return displayed;
}
