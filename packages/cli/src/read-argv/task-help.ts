import {
  fieldText,
  isFileField,
  isFileInput,
  isListField,
  parameterRange,
  loadParameterSpecs,
  resultKinds,
  shellWord,
  findTaskInputs,
  type Field,
  type FieldValue,
  type ParameterSpec,
  type Task,
} from '@tryout/engine';
import type { Command } from 'commander';
import { fieldOptions, INPUTS, isChatOption, optionsOfOtherTasks } from './options.ts';

const OUTPUT = '--output';
const DRAWS = 'draw the result on the image';

/** Help for one task: its inputs, its parameters and an example, then where the options of all tasks are. */
export async function taskHelp(command: Command, task: Task): Promise<string> {
  const otherOptions = optionsOfOtherTasks(task).filter((option) => !isChatOption(task, option.slice(2)));
  const inputs = fieldOptions([task]).map(({ name, field }) =>
    field.optional ? `[${name}]` : `<${name}>${isListField(field) ? '…' : ''}`,
  );
  command.description(`${task.label}. ${task.summary}`.trim());
  command.usage(`${task.id} ${inputs.join(' ')} [options]`);
  command.configureHelp({
    ...command.configureHelp(),
    showGlobalOptions: false,
    visibleArguments: () => [],
    visibleOptions: ({ options }) =>
      options.filter(
        ({ long = '', helpGroupHeading }) =>
          (helpGroupHeading === INPUTS && !otherOptions.includes(long)) ||
          (long === '--system' && task.conversation !== undefined),
      ),
  });
  const section = async (title: string, conversation: boolean) => {
    const specs = await loadParameterSpecs(task, conversation);
    const lines = specs.map(describeParameter).join('\n');
    return lines === '' ? '' : `\n${title} (-p name=value):\n${lines}\n`;
  };
  const parameters = task.conversation
    ? (await section('Chat parameters', true)) + (await section('Parameters for models without chat', false))
    : await section('Parameters', false);
  const name = `tryout ${command.name()}`;
  const example = `\nExample:\n  ${name} ${task.id} ${await exampleInputs(task)}\n`;
  const isDrawn =
    resultKinds[task.result.kind].isDrawn && command.options.some(({ long }) => long === OUTPUT);
  const drawing = isDrawn ? `\nOutput:\n  ${OUTPUT} <file>.png  ${DRAWS}\n` : '';
  const deadline =
    task.maxMinutes === undefined
      ? ''
      : `\nProviders may queue runs of this task: they time out after ${task.maxMinutes} minutes, or after --timeout.\n`;
  const shared = `\nOptions of all tasks (--model, --literal, --json, …): ${name} --help\n`;
  return command.helpInformation() + parameters + drawing + deadline + example + shared;
}

function describeParameter(spec: ParameterSpec): string {
  const range = parameterRange(spec);
  const facts = [
    ...(range === undefined ? [] : [range.join(' to ')]),
    ...(spec.default === undefined ? [] : [`default ${spec.default}`]),
  ];
  const name = `  ${spec.name}=<${getValue(spec)}>${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
  return spec.description === '' ? name : `${name}\n      ${spec.description.replaceAll('\n', '\n      ')}`;
}

function getValue(spec: ParameterSpec): string {
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

/** Longer texts are in a file. */
const MAX_TEXT = 60;

/** The inputs of the task's example as words of a command. */
async function exampleInputs(task: Task): Promise<string> {
  const values = await findTaskInputs(task);
  const options = fieldOptions([task]).filter(
    ({ key, field }) => !field.optional || values[key] !== undefined,
  );
  const words = options.map(({ name, key, field }) => getWords(name, field, values[key]));
  return words.join(' ');
}

function getWords(name: string, field: Field, value: FieldValue | undefined): string {
  if (value === undefined) return `<${name}>`;
  if (isFileInput(value)) return shellWord(value.name);
  if (isFileField(field)) return `${name}.json`;
  if (isListField(field)) return (value as readonly string[]).map(shellWord).join(' ');
  const text = fieldText(field, value);
  return text.length > MAX_TEXT ? `${name}.txt` : shellWord(text);
}
