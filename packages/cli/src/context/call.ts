import type { Command } from 'commander';
import { commonOptionsOf } from '../program/common-options.ts';
import type { Runtime } from '../runtime.ts';
import type { Call } from './context.ts';
import { outputOf } from './output.ts';

/** The call of a command that was just parsed. */
export async function callOf(command: Command, runtime: Runtime): Promise<Call> {
  const options = commonOptionsOf(command);
  return { command: command.name(), runtime, options, output: await outputOf(runtime, options) };
}
