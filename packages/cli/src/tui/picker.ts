import type { Command } from 'commander';
import { isTaskId, taskNamed } from '@tryout/engine';
import { unknownCommand } from '../commands/unknown-command.ts';
import { UsageError } from '../commands/usage-error.ts';
import { callOf } from '../context/call.ts';
import type { Surroundings } from '../surroundings.ts';
import { terminalOf } from '../terminal/terminal.ts';
import type { Opening } from './open-picker.tsx';

/**
 * `tryout [task] [model] [input…]`: opens the picker at that place.
 * @throws UsageError without a terminal, or for words that name no task
 */
export async function picker(
  command: Command,
  surroundings: Surroundings,
  { sandbox }: { readonly sandbox?: boolean } = {},
): Promise<void> {
  const words = sandbox ? [] : command.args;
  const opening = openingOf(words);
  const { input, output, environment } = surroundings;
  if (input.isTTY !== true || !terminalOf(output, environment).movesCursor) {
    if (opening.task === undefined) surroundings.errors.write(command.helpInformation());
    throw new UsageError('The picker needs a terminal', {
      hint: opening.task === undefined ? 'See tryout --help.' : `Without one: tryout run ${opening.task}.`,
    });
  }
  const call = await callOf(command, surroundings);
  const { openPicker } = await import('./open-picker.tsx');
  await openPicker(sandbox ? { ...call, options: { ...call.options, sandbox } } : call, opening);
}

function openingOf([task, model, ...inputs]: readonly string[]): Opening {
  if (task === undefined) return { inputs: [] };
  // A word without a hyphen is rather a command that is spelled wrong.
  if (!isTaskId(task) && !task.includes('-')) throw unknownCommand(task);
  return { task: taskNamed(task).id, inputs, ...(model === undefined ? {} : { model }) };
}
