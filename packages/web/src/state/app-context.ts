import {
  type Observable,
  type RedirectOutcome,
  type Session,
  type SessionState,
  type TokenStore,
  createStore,
} from '@tryout/engine';
import { createContext, useContext, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import type { UnsavedInputs } from './stored/forms.ts';
import type { Settings } from './settings.ts';
import type { BrowserHistory } from './stored/history.ts';

/** Set when the page is opened; never changes. */
export interface App extends RunScope {
  readonly settings: Settings;
  /** The hub's display name, for example `Hugging Face`. */
  readonly hubName: string;
  readonly store: TokenStore;
  readonly notices: Notices;
  /** Inputs that will be lost on reload. */
  readonly unsavedInputs: Observable<UnsavedInputs>;
  /** Loads the history. @throws LoadError */
  history(): Promise<BrowserHistory>;
  /** Outcome of an OAuth redirect to this page. */
  readonly redirect: RedirectOutcome;
}

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('Missing AppContext');
  return app;
}

/**
 * Whose run the parts of a screen show: its task, model, run and inputs, and what its buttons do. That of the session, or
 * of one of several runs.
 */
export interface RunScope {
  readonly session: Session;
  /** The session's state as the page shows it. */
  readonly displayedState: Observable<SessionState>;
}

export const RunScopeContext = createContext<RunScope | undefined>(undefined);

export function useRunScope(): RunScope {
  const app = useApp();
  return useContext(RunScopeContext) ?? app;
}

export function useSession(): Session {
  return useRunScope().session;
}

/** @param select returns the same value for the same state: a part of it, never a new object */
export function useSessionState<Part>(select: (state: SessionState) => Part): Part {
  const { displayedState } = useRunScope();
  return useSyncExternalStore(displayedState.subscribe, () => select(displayedState.getSnapshot()));
}

/** Also true after the sign-in has expired: the inputs stay, and a dialog asks the user to sign in again. */
export function useSignedIn(): boolean {
  return useSessionState(({ signIn }) => signIn.status !== 'signed-out');
}

/** Calls back after the form is cleared. */
export function useOnClear(onClear: () => void): void {
  const clearCount = useSessionState((state) => state.clearCount);
  const lastCount = useRef(clearCount);
  const notify = useEffectEvent(onClear);
  useEffect(() => {
    if (lastCount.current === clearCount) return;
    lastCount.current = clearCount;
    notify();
  }, [clearCount]);
}

/** The outcome of an action. */
export interface Outcome {
  readonly text: string;
  /** Asks for nothing, so it disappears by itself after a while. */
  readonly isBrief?: boolean;
}

interface Notice extends Outcome {
  /** Counts up, so that screen readers announce a repeated text again. */
  readonly number: number;
}

/** The current notice of the page: one line, shown until it is dismissed or replaced, or for a while if it is brief. */
export interface Notices extends Observable<Notice | undefined> {
  show(outcome: string | Outcome): void;
  dismiss(): void;
}

export function createNotices(): Notices {
  const { set, ...observable } = createStore<Notice | undefined>(undefined);
  let count = 0;
  return {
    ...observable,
    show(outcome) {
      count += 1;
      set({ ...(typeof outcome === 'string' ? { text: outcome } : outcome), number: count });
    },
    dismiss: () => set(undefined),
  };
}
