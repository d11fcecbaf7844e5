import { paceRuns, type Observable, type Session, type SessionState } from '@tryout/engine';

/** Milliseconds. */
const INTERVAL = 50;

/** The session's state as the page shows it: progress and text of a run are added in intervals, not piece by piece. */
export function displayedState(session: Session): Observable<SessionState> {
  return paceRuns(session, INTERVAL);
}
