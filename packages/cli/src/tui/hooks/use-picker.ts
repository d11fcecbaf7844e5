import { type Connection, isRunning, type RunResult, type Session, type SessionState } from '@tryout/engine';
import { useSyncExternalStore } from 'react';
import type { LastRun } from '../../results/farewell.ts';
import type { Environment, Size, Terminal, Theme } from '../../terminal/index.ts';
import type { TerminalDevice } from '../../terminal/graphics/graphics.ts';
import { createStore, requiredContext, type Store, useStore } from '../store.ts';

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
  /** Whether the embedded hub is used. */
  readonly isSandbox: boolean;
  /** Whether a screen reader reads the screen: fewer decorations, states in words. */
  readonly isRead: boolean;
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

/** The settings of the picker. */
export const [PickerContext, usePicker] = requiredContext<PickerSettings>();

export type { Size } from '../../terminal/index.ts';

/** The terminal and its styles. */
export interface TerminalState {
  readonly terminal: Terminal;
  readonly theme: Theme;
  /** The room between header and key hints. */
  readonly body: Size;
}

/** The terminal with its present size. */
export const [TerminalContext, useTerminal] = requiredContext<TerminalState>();

/** Ink clears the screen with each frame that is as high as the terminal, so a frame is a row lower. */
const FREE_ROWS = 1;

/** In anything smaller nothing can be read any more. */
export const SMALLEST: Size = { columns: 20, rows: 7 };

/** From this height on there is a rule below the header, and a line for notices. */
const ROOMY = 10;

/** How a frame is divided from top to bottom: header, rule, body, notice, key hints. */
export interface Layout {
  /** Rows of the frame. */
  readonly rows: number;
  /** Whether there is a rule, and a line of its own for notices; else they take the place of the key hints. */
  readonly isRoomy: boolean;
  readonly body: Size;
}

/** Divides a terminal of a size. */
export function layoutFor(terminal: Size): Layout {
  const rows = terminal.rows - FREE_ROWS;
  const isRoomy = rows >= ROOMY;
  return {
    rows,
    isRoomy,
    body: { columns: terminal.columns, rows: Math.max(1, rows - (isRoomy ? 4 : 2)) },
  };
}

/** Whether a terminal is too small to be used. */
export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < SMALLEST.columns || rows < SMALLEST.rows;
}

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

/** One line for the user, shown until the next key press. */
export interface Notice {
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'error';
}

/** Shows a notice, in plain tone by default. */
export type Notify = (text: string, tone?: Notice['tone']) => void;

/** The current notice, and a function to show another. */
export interface Notices {
  readonly current: Store<Notice | undefined>;
  readonly notify: Notify;
}

export function createNotices(): Notices {
  const current = createStore<Notice | undefined>(undefined);
  return { current, notify: (text, tone = 'plain') => current.set({ text, tone }) };
}

/** The current notice, and a function to show another. */
export const [NoticeContext, useNotices] = requiredContext<Notices>();

/** The current notice. */
export function useNotice(): Notice | undefined {
  return useStore(useNotices().current);
}

/** A function that shows a notice. */
export function useNotify(): Notify {
  return useNotices().notify;
}
