import {
  createStore,
  type ComparedRun,
  type Comparison,
  type Observable,
  type RedirectOutcome,
  type Session,
  type SessionState,
  type Store,
  type Task,
  type TaskInputs,
  type TokenStore,
} from '@tryout/engine';
import { createContext, useContext, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import type { OpenWorker } from '../lib/workers.ts';
import type { BatchHost } from './batch/batch-worker.ts';
import type { Batch } from './batch/records.ts';
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
  readonly memory: PageMemory;
  /** Inputs that will be lost on reload. */
  readonly unsavedInputs: Observable<UnsavedInputs>;
  /** Loads the history. @throws LoadError */
  history(): Promise<BrowserHistory>;
  /** Outcome of an OAuth redirect to this page. */
  readonly redirect: RedirectOutcome;
}

/** A run of a comparison. */
export interface PlacedRun extends ComparedRun {
  /** Its position among the runs that were started together. */
  readonly place?: number;
}

/** The runs of a comparison, and how they are shown. */
interface ComparedRuns {
  readonly task: Task;
  /** The token at the time: the next user does not see the runs. */
  readonly token: string | undefined;
  /** Missing for runs that were not started together. */
  readonly group?: string;
  readonly runs: readonly PlacedRun[];
  /** What they were started with. */
  readonly inputs: TaskInputs;
  /** In a blind comparison, the positions of the runs in a random order, and the winner's, or a tie. */
  readonly order?: readonly number[];
  readonly vote?: number | 'tie';
  /** The runs in progress, unless they were not started together. */
  readonly comparison?: Comparison;
  /** Resolves when the runs that have ended are in the history. */
  isRecorded?(): Promise<void>;
}

/** What the page remembers until it is closed, while screens come and go. */
interface PageMemory {
  /** The comparison that is shown. It outlives its screen, for example when its first model is removed. */
  readonly compared: Store<ComparedRuns | undefined>;
  /** Batches by their ID. */
  readonly batches: Map<string, Batch>;
  /** Runs all batches. */
  batchWorker?: OpenWorker<BatchHost> | undefined;
  /** ID of the code that was chosen last. */
  codeEntry?: string | undefined;
  /** Of the visited screens, by the key of their location. */
  readonly scrollPositions: Map<string, number>;
  /** The path of the run that is being opened. */
  opening?: Promise<string | undefined>;
  /** A code of the hub is used once, so a sign-in continues after its screen is gone. */
  signingIn?: Promise<string>;
  /** Whether the outcome of the redirect to the page was shown. */
  isRedirectHandled?: boolean;
}

export function createMemory(): PageMemory {
  return {
    compared: createStore<ComparedRuns | undefined>(undefined),
    batches: new Map(),
    scrollPositions: new Map(),
  };
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
