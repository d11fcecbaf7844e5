import type { Command } from 'commander';
import { taskNamed, type Task } from '@tryout/engine';
import { fitLines } from '../../commands/help/wrap-words.ts';
import { fieldOptions } from './field-options.ts';
import { parameterList } from './parameter-list.ts';
import { specsOf } from './typed-parameters.ts';

/** The help of a command that makes a request: with a task that task's, else the command's own with its examples. */
export function requestHelp(
  command: Command,
  taskName: string | undefined,
  examples: string,
  columns: number,
): Promise<string> {
  if (taskName !== undefined) return taskHelp(command, taskNamed(taskName), columns);
  return Promise.resolve(command.helpInformation() + fitLines(examples, columns));
}

/** The help of one task: its own inputs among the options, and its parameters. */
async function taskHelp(command: Command, task: Task, columns: number): Promise<string> {
  const own = new Set(fieldOptions([task]).map(({ name }) => `--${name}`));
  const foreign = new Set(
    fieldOptions()
      .map(({ name }) => `--${name}`)
      .filter((flag) => !own.has(flag)),
  );
  const inputs = fieldOptions([task])
    .map(({ name, field }) => `<${name}>${field.kind === 'list' ? '…' : ''}`)
    .join(' ');
  command
    .description([`${task.label}.`, task.summary].join(' ').trim())
    .usage(`${task.id} ${inputs} [options]`);
  command.configureHelp({
    visibleArguments: () => [],
    visibleOptions: ({ options }) => options.filter(({ long }) => !foreign.has(long ?? '')),
  });
  const specs = await specsOf(task);
  const parameters =
    specs.length === 0 ? '' : `\nParameters (-p name=value):\n${parameterList(specs, columns)}\n`;
  return `${command.helpInformation()}${parameters}`;
}
