import type { Command } from 'commander';
import { parameterSpecsOf, type Task } from '@tryout/engine';
import { fieldOptions } from './field-options.ts';
import { parameterList } from './parameter-list.ts';

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
  return `${command.helpInformation()}${await parameterHelp(task, columns)}`;
}

/** Chat models and other models take different parameters. */
async function parameterHelp(task: Task, columns: number): Promise<string> {
  const section = async (title: string, conversation: boolean) => {
    const specs = await parameterSpecsOf(task, conversation);
    return specs.length === 0 ? '' : `\n${title} (-p name=value):\n${parameterList(specs, columns)}\n`;
  };
  if (!task.conversation) return section('Parameters', false);
  return `${await section('Chat parameters', true)}${await section('Parameters of models without chat', false)}`;
}
