import type { RedirectOutcome, Session, SessionState, TokenStore } from '@tryout/engine';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { LazySession } from './lazy-session.ts';
import type { Notices } from './notices.ts';
import type { Settings } from './settings.ts';

/** What the page was opened with; stays as it is. */
export interface App {
  readonly settings: Settings;
  /** What a person calls the hub, for example `Hugging Face`. */
  readonly hubName: string;
  readonly store: TokenStore;
  /** The token that was there when the page was opened, the sandbox's guest included. */
  readonly token?: string;
  readonly session: LazySession;
  readonly notices: Notices;
  /** What the hub sent the person back with. */
  readonly redirect: RedirectOutcome;
}

/** Holds the app for all that is drawn; asked for by {@link useApp}. */
export const AppContext = createContext<App | undefined>(undefined);

/** What the page was opened with. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('There is no app around this component');
  return app;
}

const nothing = () => () => undefined;

/** Who is signed in, also outside the guard; undefined until the session is loaded. */
export function useSignInState(): SessionState['signIn'] | undefined {
  const { session: lazy } = useApp();
  const session = useSyncExternalStore(lazy.subscribe, lazy.getSnapshot);
  return useSyncExternalStore(session?.subscribe ?? nothing, () => session?.getSnapshot().signIn);
}

/** Whether someone is signed in, also as far as is known before the session is loaded. */
export function useSignedIn(): boolean {
  const { token } = useApp();
  const status = useSignInState()?.status;
  // Who has to sign in again stays where the inputs are.
  return status === undefined ? token !== undefined : status !== 'signed-out';
}

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
