import type { Command } from 'commander';
import { optionNameOf, tasks, type Field, type FieldKind, type Task } from '@tryout/engine';
import { literalOption } from '../../program/common-option-table.ts';
import { filledValue, singleValue } from './single-value.ts';

/** What stands for a value in help, by kind. */
const placeholders: Readonly<Record<FieldKind, string>> = {
  text: 'text',
  image: 'file',
  audio: 'file',
  json: 'file',
  list: 'text',
  choice: 'value',
  number: 'number',
  boolean: 'true|false',
};

/** What a field takes, for help. */
const descriptions: Readonly<Record<FieldKind, string>> = {
  text: 'a text, @FILE, or - for standard input',
  image: 'a picture file; - for standard input',
  audio: 'a sound file; - for standard input',
  json: 'a JSON file; - for standard input',
  list: 'a text; give the option once for each; @FILE and - have one per line',
  choice: 'one of a few values',
  number: 'a number',
  boolean: 'true or false',
};

/** One field of some task as an option. */
export interface FieldOption {
  /** Without the hyphens in front, for example `source-sentence`. */
  readonly name: string;
  readonly field: Field;
}

/** The options of all tasks' fields, or of one task's, each name once. */
export function fieldOptions(of: readonly Task[] = tasks): readonly FieldOption[] {
  const byName = new Map<string, FieldOption>();
  for (const task of of) {
    for (const [key, field] of Object.entries(task.fields)) {
      const name = optionNameOf(key, field);
      if (!byName.has(name)) byName.set(name, { name, field });
    }
  }
  return [...byName.values()];
}

/** How commander stores an option's value: `source-sentence` as `sourceSentence`. */
export function storedName(option: string): string {
  return option.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Adds an option for each field of the tasks, and how their texts are read. */
export function addFieldOptions(command: Command, of: readonly Task[] = tasks): void {
  for (const { name, field } of fieldOptions(of)) {
    const option = command.createOption(`--${name} <${placeholders[field.kind]}>`, descriptions[field.kind]);
    if (field.kind === 'list') option.argParser(append);
    // A text that is empty is told with the other inputs that are.
    else option.argParser((field.kind === 'text' ? singleValue : filledValue)(`--${name}`));
    command.addOption(option.helpGroup('Inputs:'));
  }
  const { flags, description } = literalOption;
  command.addOption(command.createOption(flags, description).helpGroup('Inputs:'));
}

function append(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
