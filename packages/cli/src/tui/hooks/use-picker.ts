import type { Connection, RunResult, Session } from '@tryout/engine';
import type { LastRun } from '../../results/farewell.ts';
import type { Environment } from '../../terminal/terminal.ts';
import type { FileDrafts } from '../fields/file-drafts.ts';
import type { TerminalDevice } from '../../terminal/device.ts';
import { requiredContext } from './context.ts';

/** What the picker remembers beside the session while it is open. */
export interface PickerMemory {
  /** The last run that gave something; choosing another model makes the session forget it. */
  lastRun?: LastRun;
  /** The client that was last looked at on the code screen, by ID. */
  lastClient?: string;
  /** Where results were saved, as the paths were typed. */
  readonly savedFiles: WeakMap<RunResult, readonly string[]>;
  /** What is typed in file inputs. */
  readonly fileDrafts: FileDrafts;
}

/** What all screens work with; it stays the same while the picker is open. */
export interface PickerSettings {
  readonly session: Session;
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
  /** The hub as whoever is signed in now. */
  connection(): Connection;
  /** Ends the picker with an exit code. */
  leave(code: number): void;
  /** Ends the picker and opens it on the embedded hub. */
  switchToSandbox(): void;
}

/** The settings of the picker. */
export const [PickerContext, usePicker] = requiredContext<PickerSettings>();
