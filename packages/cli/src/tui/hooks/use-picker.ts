import { isRunning, type Connection, type RunResult, type Session, type SessionState } from '@tryout/engine';
import { useSyncExternalStore } from 'react';
import type { LastRun } from '../../results/exit-summary.ts';
import type { UserSettings } from '../../settings.ts';
import type { TerminalDevice } from '../../terminal/graphics/graphics.ts';
import type { Environment, Size, Terminal, Theme } from '../../terminal/index.ts';
import { createStore, requiredContext, useStore, type Store } from '../store.ts';

/** State that outlives screens but is not the session's. */
export interface PickerMemory {
  /** The last run with output. The session drops it when another model is chosen. */
  lastRun?: LastRun;
  /** The client last shown on the code screen, by ID. */
  lastClient?: string;
  /** Where results were saved, as the paths were typed. */
  readonly savedFiles: WeakMap<RunResult, readonly string[]>;
}

/** What screens work with. It never changes while the picker is open. */
export interface PickerSettings {
  readonly session: Session;
  readonly paced: PacedSession;
  readonly environment: Environment;
  readonly device: TerminalDevice;
  readonly memory: PickerMemory;
  readonly isSandbox: boolean;
  /** The settings of `tryout config` for runs. */
  readonly userSettings: UserSettings;
  /** Fewer decorations, states in words. */
  readonly isScreenReader: boolean;
  /** The folder of Tryout's own files. */
  readonly folder: string;
  readonly hubUrl: string;
  /** The connection of the current sign-in. */
  connection(): Connection;
  /** Ends the picker with an exit code. */
  leave(code: number): void;
  /** Ends the picker and opens it on the embedded hub. */
  switchToSandbox(): void;
}

export const [PickerContext, usePicker] = requiredContext<PickerSettings>();

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
  const changes = createStore(0);
  const notify = () => changes.set(changes.get() + 1);
  let steady = session.getSnapshot();
  let ticks: NodeJS.Timeout | undefined;
  session.subscribe(() => {
    const state = session.getSnapshot();
    if (isOnlyProgress(steady, state)) return;
    steady = state;
    clearInterval(ticks);
    ticks = isRunning(state) ? setInterval(notify, INTERVAL).unref() : undefined;
    notify();
  });
  return { subscribe: changes.subscribe, getSteadySnapshot: () => steady };
}

function isOnlyProgress(before: SessionState, after: SessionState): boolean {
  if (!isRunning(before) || before.run.status !== after.run.status) return false;
  const names = Object.keys({ ...before, ...after }) as (keyof SessionState)[];
  return names.every((name) => name === 'run' || before[name] === after[name]);
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

/** Ink clears the screen for a frame as high as the terminal, so a frame is one row lower. */
const FREE_ROWS = 1;
/** From this height there are a rule below the header and a line for notices. */
const ROOMY = 10;

/** A smaller terminal cannot be used. */
export const MIN_SIZE: Size = { columns: 20, rows: 7 };

/** The terminal with its current size, and how a frame is divided: header, rule, body, notice, key hints. */
export interface TerminalState {
  readonly terminal: Terminal;
  readonly theme: Theme;
  /** Rows of the frame. */
  readonly rows: number;
  /** Whether there is a rule, and a line of its own for notices; else they replace the key hints. */
  readonly isRoomy: boolean;
  readonly body: Size;
}

export function terminalState(terminal: Terminal, theme: Theme): TerminalState {
  const rows = terminal.rows - FREE_ROWS;
  const isRoomy = rows >= ROOMY;
  const body = { columns: terminal.columns, rows: Math.max(1, rows - (isRoomy ? 4 : 2)) };
  return { terminal, theme, rows, isRoomy, body };
}

export const [TerminalContext, useTerminal] = requiredContext<TerminalState>();

/** One line for the user, shown until the next key press. */
export interface Notice {
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'error';
}

/** Shows a notice, in plain tone by default. */
export type Notify = (text: string, tone?: Notice['tone']) => void;

export interface Notices {
  readonly current: Store<Notice | undefined>;
  readonly notify: Notify;
}

export function createNotices(): Notices {
  const current = createStore<Notice | undefined>(undefined);
  return { current, notify: (text, tone = 'plain') => current.set({ text, tone }) };
}

export const [NoticeContext, useNotices] = requiredContext<Notices>();

export function useNotice(): Notice | undefined {
  return useStore(useNotices().current);
}

export function useNotify(): Notify {
  return useNotices().notify;
}
