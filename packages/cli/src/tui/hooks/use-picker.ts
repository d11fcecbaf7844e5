import type {
  Comparison,
  Connection,
  History,
  PacedSession,
  RunResult,
  Session,
  SessionState,
  Store,
  StoredRun,
  Task,
  TaskInputs,
} from '@tryout/engine';
import { createContext, useContext, useSyncExternalStore, useLayoutEffect, useRef } from 'react';
import type { UserSettings } from '../../context/settings.ts';
import type { createTerminalDevice } from '../../screen/graphics.ts';
import type { Environment, Size, Terminal, Theme } from '../../screen/index.ts';
import {
  requiredContext,
  useStore,
  type KeyRegistry,
  type Marks,
  type Navigation,
  type OpenBatch,
  type OpenComparison,
  type OpenScreen,
  getCommands,
  type Command,
  type KeyBindings,
} from './stores.ts';

/** State that outlives screens but is not part of the session. */
interface PickerMemory {
  /** The client last shown on the code screen, by ID. */
  lastClient?: string;
  /** The setting `graphics`, if it was changed. */
  graphics?: string;
  /** The task that the screen about a task describes. */
  aboutTask?: Task;
  /** The paths of saved results, as typed. */
  readonly savedFiles: WeakMap<RunResult, readonly string[]>;
  /** Runs that ended or were opened, by their inputs. */
  readonly storedRuns: WeakMap<TaskInputs, () => Promise<StoredRun>>;
}

/** Constants while the picker is open. */
export interface PickerSettings {
  readonly navigation: Navigation;
  readonly notice: Store<Notice | undefined>;
  readonly notify: Notify;
  readonly keyRegistry: KeyRegistry;
  /** Starts work that outlives its screen, such as copying. It stops when the picker closes. */
  runInBackground(work: (signal: AbortSignal) => Promise<void>): void;
  readonly session: Session;
  readonly paced: PacedSession;
  readonly marks: Store<Marks>;
  /** The last comparison. */
  readonly comparison: Store<OpenComparison | undefined>;
  /** The last batch. */
  readonly batch: Store<OpenBatch | undefined>;
  /** Runs a comparison and records its runs. */
  runComparison(comparison: Comparison): void;
  readonly environment: Environment;
  readonly device: ReturnType<typeof createTerminalDevice>;
  readonly memory: PickerMemory;
  readonly isSandbox: boolean;
  readonly userSettings: UserSettings;
  /** Whether runs are recorded in the history. */
  readonly isRecording: boolean;
  /** The folder of Tryout's own files. */
  readonly folder: string;
  readonly hubUrl: string;
  /** The history of this computer, with all runs that have ended. */
  history(): Promise<History>;
  /** The connection of the current sign-in. */
  connection(): Connection;
  /** Ends the picker with an exit code. */
  leave(code: number): void;
  /** Ends the picker and opens it on the sandbox. */
  switchToSandbox(): void;
}

export const [PickerContext, usePicker] = requiredContext<PickerSettings>();

/** The session state without the progress of a run, see `useSessionWithProgress`. */
export function useSession(): SessionState {
  const { paced } = usePicker();
  return useSyncExternalStore(paced.subscribe, paced.getSteadySnapshot);
}

/** The session state with the progress of a run, updated every 100 ms. */
export function useSessionWithProgress(): SessionState {
  return useStore(usePicker().paced);
}

/** Ink clears the screen for frames as high as the terminal. */
const FREE_ROWS = 1;
/** Minimum height for a rule below the header and a separate notice line. */
const ROOMY = 10;

export const MIN_SIZE: Size = { columns: 20, rows: 7 };

/** The terminal with its current size, and the frame's layout: header, rule, body, notice, key hints. */
export type TerminalState = ReturnType<typeof terminalState>;

export function terminalState(terminal: Terminal, theme: Theme) {
  const rows = terminal.rows - FREE_ROWS;
  /** Whether there is a rule and a notice line; otherwise notices replace the key hints. */
  const isRoomy = rows >= ROOMY;
  const body: Size = { columns: terminal.columns, rows: Math.max(1, rows - (isRoomy ? 4 : 2)) };
  /** Whether nothing but the required size is shown. */
  const isTooSmall = terminal.columns < MIN_SIZE.columns || terminal.rows < MIN_SIZE.rows;
  const isScreenReader = terminal.isScreenReader === true;
  return { terminal, theme, isScreenReader, rows, isTooSmall, isRoomy, body };
}

export const [TerminalContext, useTerminal] = requiredContext<TerminalState>();

/** Shown until the next key press. */
export interface Notice {
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'error';
}

/** Shows a notice, in plain tone by default. */
export type Notify = (text: string, tone?: Notice['tone']) => void;

export function useOpenScreens(): readonly OpenScreen[] {
  return useStore(usePicker().navigation.screens);
}

/** A component's screen, and whether it is the current one. */
export const ScreenContext = createContext({ id: 0, isShown: true });

export function useIsShown(): boolean {
  return useContext(ScreenContext).isShown;
}

export type { Command };

/** @param keys names separated by spaces; key hints show the first one */
export function command(keys: string, label: string, help: string, run: () => void): Command {
  return { keys: keys.split(' '), label, help, run };
}

export function minorCommand(keys: string, label: string, help: string, run: () => void): Command {
  return { ...command(keys, label, help, run), isMinor: true };
}

/** Binds keys while the component is mounted on the current screen. */
export function useKeys(bindings: KeyBindings): void {
  const { keyRegistry: registry } = usePicker();
  const { id } = useContext(ScreenContext);
  const latest = useRef(bindings);
  const { takesText, isActive } = bindings;
  /** Everything the key hints depend on. */
  const hints = getCommands(bindings).map(({ keys, label, isMinor }) => [keys, label, isMinor]);
  const signature = JSON.stringify([hints, takesText, isActive]);
  useLayoutEffect(() => {
    latest.current = bindings;
  });
  useLayoutEffect(() => registry.add({ screen: id, bindings: latest }), [registry, id]);
  useLayoutEffect(() => registry.increaseVersion(), [registry, signature]);
}

/** The active bindings of a screen. */
export function useBindings(screen: number): ReturnType<KeyRegistry['of']> {
  const { keyRegistry: registry } = usePicker();
  useStore(registry.version);
  return registry.of(screen);
}
