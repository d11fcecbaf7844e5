import type { Command } from 'commander';
import type { Runtime } from '../runtime.ts';

/** Adds arguments, options and the action to a command that is about to be run or completed. */
export type DefineCommand = (
  command: Command,
  runtime: Runtime,
  /** Loads the definition of another command, for completion. */
  load: (name: string) => Promise<DefineCommand>,
) => void | Promise<void>;
