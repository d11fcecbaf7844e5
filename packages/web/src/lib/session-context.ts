import type { Session, SessionState } from '@tryout/engine';
import { createContext, useContext, useSyncExternalStore } from 'react';

/** Holds the session below the guard; asked for by {@link useSession}. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** The session; below the guard there always is one. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session around this component');
  return session;
}

/**
 * A part of the session's state; draws anew when that part changes.
 * @param select gives the same value for the same state: a part of it, never an object made anew
 */
export function useSessionState<Part>(select: (state: SessionState) => Part): Part {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, () => select(session.getSnapshot()));
}
