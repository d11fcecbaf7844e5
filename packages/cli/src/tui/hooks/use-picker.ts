import type { Connection, RunResult, Session } from '@tryout/engine';
import type { LastRun } from '../../results/farewell.ts';
import type { Environment } from '../../terminal/terminal.ts';
import type { TerminalDevice } from '../../terminal/device.ts';
import { requiredContext } from './context.ts';

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
  /** Subscribes to the session, at most every 50 ms while an answer streams in. */
  readonly subscribe: Session['subscribe'];
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
