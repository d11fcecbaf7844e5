import type { Command } from 'commander';
import { parameterSpecsOf, type ParameterSpec, type Task } from '@tryout/engine';
import { wrap } from '../../terminal/index.ts';
import { fieldOptions, optionsOfOtherTasks } from './field-options.ts';

export async function taskHelp(command: Command, task: Task, columns: number): Promise<string> {
  const excluded = optionsOfOtherTasks(task);
  const inputs = fieldOptions([task]).map(
    ({ name, field }) => `<${name}>${field.kind === 'list' ? '…' : ''}`,
  );
  command.description(`${task.label}. ${task.summary}`.trim());
  command.usage(`${task.id} ${inputs.join(' ')} [options]`);
  command.configureHelp({
    ...command.configureHelp(),
    visibleArguments: () => [],
    visibleOptions: ({ options }) => options.filter(({ long }) => !excluded.includes(long ?? '')),
  });
  const section = async (title: string, conversation: boolean) => {
    const specs = await parameterSpecsOf(task, conversation);
    const lines = specs.flatMap((spec) => parameterLines(spec, columns));
    return specs.length === 0 ? '' : `\n${title} (-p name=value):\n${lines.join('\n')}\n`;
  };
  const parameters = task.conversation
    ? (await section('Chat parameters', true)) + (await section('Parameters for models without chat', false))
    : await section('Parameters', false);
  return command.helpInformation() + parameters;
}

function parameterLines(spec: ParameterSpec, columns: number): string[] {
  const byDefault = spec.default === undefined ? '' : ` (default ${spec.default})`;
  const indent = ' '.repeat(6);
  const description =
    spec.description === '' ? [] : wrap(spec.description, Math.max(columns - indent.length, 20)).split('\n');
  return [`  ${spec.name}=<${valueOf(spec)}>${byDefault}`, ...description.map((line) => indent + line)];
}

function valueOf(spec: ParameterSpec): string {
  switch (spec.kind) {
    case 'choice':
      return spec.options.map(({ value }) => value).join('|');
    case 'number':
      return spec.integer ? 'integer' : 'number';
    case 'boolean':
      return 'true|false';
    case 'list':
      return 'texts,…';
    default:
      return spec.kind;
  }
}
