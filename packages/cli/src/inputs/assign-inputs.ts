import { extname } from 'node:path';
import { InputError, getOptionName, type Task } from '@tryout/engine';
import { fitsExtension, isFileField } from '../files/folder.ts';

type AssignedInputs = ReturnType<typeof assignInputs>;

/**
 * Assigns arguments to a task's fields. Positional ones fill the remaining fields in order; a list takes the rest.
 * @param getWords the values of an option, given without leading hyphens
 * @returns the arguments by field name, in the fields' order; the positional ones that a list took; unexpected ones
 */
export function assignInputs(
  task: Task,
  positional: readonly string[],
  getWords: (option: string) => readonly string[] | undefined = () => undefined,
) {
  const given = new Map<string, readonly string[]>();
  let rest = positional;
  let inList: readonly string[] = [];
  for (const [name, field] of Object.entries(task.fields)) {
    const option = getOptionName(name, field);
    const words = getWords(option);
    if (words !== undefined) {
      given.set(name, words);
    } else if (rest.length > 0) {
      if (field.kind === 'list') inList = rest;
      const count = field.kind === 'list' ? rest.length : 1;
      given.set(name, rest.slice(0, count));
      rest = rest.slice(count);
    }
  }
  return { given, inList, extra: rest };
}

/**
 * The error for arguments that the task does not take.
 * @param hint describes the task's inputs
 */
export function unexpectedInput(task: Task, assigned: AssignedInputs, hint: string): InputError | undefined {
  const several = severalFiles(task, assigned);
  const [unexpected] = assigned.extra;
  if (several || unexpected === undefined) return several;
  return new InputError(`Unexpected argument '${unexpected}'`, {
    hint: `${hint} Put text with spaces in quotes.`,
  });
}

/** The error for several files for one input, such as `*.png` (C10). A list may have taken the others. */
function severalFiles(
  { id, fields }: Task,
  { given, inList, extra }: AssignedInputs,
): InputError | undefined {
  for (const [name, field] of Object.entries(fields)) {
    if (!isFileField(field) || !given.has(name)) continue;
    const others = [...inList, ...extra].filter((word) => fitsExtension(field.kind, word));
    if (others[0] === undefined) continue;
    const option = `--${getOptionName(name, field)}`;
    const more = Object.keys(fields).length > 1 ? ' …' : '';
    return new InputError(`${option} takes one file, not ${others.length + 1}`, {
      hint: `Run it for each file: for file in *${extname(others[0])}; do tryout run ${id} ${option} "$file"${more}; done`,
    });
  }
  return undefined;
}
