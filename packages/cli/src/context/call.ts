import type { Command } from 'commander';
import { commonOptionsOf } from '../program/common-options.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Call } from './context.ts';
import { outputOf } from './output.ts';

/** The call of a command that was just parsed. */
export async function callOf(command: Command, surroundings: Surroundings): Promise<Call> {
  const options = commonOptionsOf(command);
  return { command: command.name(), surroundings, options, output: await outputOf(surroundings, options) };
}
