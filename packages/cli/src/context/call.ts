import type { Command } from 'commander';
import { commonOptionsOf } from '../commands/common-options.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Call } from './context.ts';
import { outputOf } from './output.ts';

/** The call of a command that was just parsed. */
export function callOf(command: Command, surroundings: Surroundings): Call {
  const options = commonOptionsOf(command);
  return { surroundings, options, output: outputOf(surroundings, options) };
}
