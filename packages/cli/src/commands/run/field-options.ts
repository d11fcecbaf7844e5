import type { Command, Option } from 'commander';
import { getOptionName, splitAtCommas, tasks, type FieldKind, type Task } from '@tryout/engine';
import { collectValues, filledValue } from '../../program/options.ts';

const help: Readonly<Record<FieldKind, readonly [placeholder: string, description: string]>> = {
  text: ['text', 'text, @FILE, or - for standard input'],
  image: ['file', 'image file, or - for standard input'],
  audio: ['file', 'audio file, or - for standard input'],
  json: ['table', 'JSON, CSV or TSV file, JSON as text, or - for standard input'],
  list: ['text', 'text; repeatable; @FILE and - contain one per line'],
};

/**
 * The input options of the given tasks, without duplicates.
 * @returns names without leading hyphens, for example `source-sentence`, and the fields with their keys
 */
export function fieldOptions(of: readonly Task[] = tasks) {
  const all = of.flatMap(({ fields }) =>
    Object.entries(fields).map(([key, field]) => ({ name: getOptionName(key, field), key, field })),
  );
  return all.filter(({ name }, index) => index === all.findIndex((other) => other.name === name));
}

/** The options of other tasks' fields, for example `--audio`, and their short forms. */
export function optionsOfOtherTasks(task: Task): readonly string[] {
  const own = fieldOptions([task]).map(({ name }) => name);
  return fieldOptions().flatMap(({ name }) => (own.includes(name) ? [] : [`--${name}`, `--${name}s`]));
}

/** The input option for the pictures of a conversation. */
export const PICTURE_OPTION = 'image';

/** Whether an input option belongs to the conversations of a task, not to its form. */
export function isChatOption({ conversation, fields }: Task, name: string): boolean {
  return conversation !== undefined && name === PICTURE_OPTION && !(name in fields);
}

/** An option's key in commander's values: `sourceSentence` for `source-sentence`. */
export function optionKey(name: string): string {
  return name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Adds an option for each field of all tasks. */
export function addFieldOptions(command: Command): void {
  for (const { name, field } of fieldOptions()) {
    const [placeholder, description] = help[field.kind];
    const option = command.createOption(`--${name} <${placeholder}>`, description);
    if (field.kind === 'list') option.argParser(collectValues);
    else option.argParser(filledValue(`--${name}`));
    command.addOption(option);
    if (field.kind === 'list' && field.splitsAtCommas) command.addOption(commaOption(command, name));
  }
}

/** `--labels a,b,c`, short for three times `--label`. */
function commaOption(command: Command, name: string): Option {
  const option = command
    .createOption(`--${name}s <a,b,c>`, `comma-separated values for --${name}`)
    .argParser((value: string, earlier: readonly string[] = []) => [...earlier, ...splitAtCommas(value)]);
  // Commander then keeps the values of both options in one list.
  return Object.assign(option, { attributeName: () => optionKey(name) });
}
