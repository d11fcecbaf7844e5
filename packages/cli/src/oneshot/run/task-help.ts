import type { Command } from 'commander';
import type { Task } from '@tryout/engine';
import { fieldOptions } from './field-options.ts';
import { parameterList } from './parameter-list.ts';
import { specsOf } from './typed-parameters.ts';

/** The help of one task: its own inputs among the options, and its parameters. */
export async function taskHelp(command: Command, task: Task, columns: number): Promise<string> {
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
