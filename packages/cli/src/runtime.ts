import type { Command } from 'commander';
import type { ComparedRun, RestoredRun, RunSpec, StoredRun, TaskId, TypedParameters } from '@tryout/engine';
import type { CommonOptions } from './context/options.ts';
import type { Environment } from './screen/terminal.ts';

/** A conversation to open, from the options of `tryout chat`. */
export interface ChatOpening extends Pick<RunSpec, 'place' | 'billTo' | 'flags' | 'chat'> {
  readonly task: TaskId;
  readonly parameters: TypedParameters;
}

/** A stored run to open. */
export interface RunOpening {
  readonly run: RestoredRun;
  /** Names of files that have to be chosen again. */
  readonly missing: readonly string[];
  /** The run itself, unless it is changed, as by `tryout chat -c`. */
  readonly storedRun?: StoredRun;
  /** The comparison that it belongs to. */
  readonly comparison?: readonly ComparedRun[] | undefined;
}

/** What the picker opens instead of its arguments. */
export interface PickerOpening {
  /** Instead of those of the command, for another hub. */
  readonly options?: CommonOptions;
  readonly chat?: ChatOpening;
  readonly run?: RunOpening;
}

export interface Runtime {
  /** Arguments after the program's name. */
  readonly arguments: readonly string[];
  readonly environment: Environment;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
  readonly signal: AbortSignal;
  /** Ends the command as Ctrl-C does outside the picker. */
  interrupt(): void;
  /** Opens the picker; requires a terminal. */
  openPicker(command: Command, opening: PickerOpening): Promise<void>;
}

/** Adds arguments, options and the action to a command, right before it runs or is completed. */
export type DefineCommand = (command: Command, runtime: Runtime) => void;
