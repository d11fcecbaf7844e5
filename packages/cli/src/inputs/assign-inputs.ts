import { InputError, optionNameOf, type Task } from '@tryout/engine';

export interface GivenInput {
  readonly words: readonly string[];
  /** Given without an option. */
  readonly positional: boolean;
  /** For error messages. */
  readonly name: string;
}

interface AssignedInputs {
  /** By field name, in the fields' order. */
  readonly given: ReadonlyMap<string, GivenInput>;
  /** Unexpected arguments. */
  readonly extra: readonly string[];
}

/**
 * Assigns arguments to a task's fields. Positional ones fill the remaining fields in order; a list takes the rest.
 * @param wordsOf the values of an option, given without leading hyphens
 */
export function assignInputs(
  task: Task,
  positional: readonly string[],
  wordsOf: (option: string) => readonly string[] | undefined = () => undefined,
): AssignedInputs {
  const given = new Map<string, GivenInput>();
  let rest = positional;
  for (const [name, field] of Object.entries(task.fields)) {
    const option = optionNameOf(name, field);
    const words = wordsOf(option);
    if (words !== undefined) {
      given.set(name, { words, positional: false, name: `--${option}` });
    } else if (rest.length > 0) {
      const count = field.kind === 'list' ? rest.length : 1;
      given.set(name, { words: rest.slice(0, count), positional: true, name: option });
      rest = rest.slice(count);
    }
  }
  return { given, extra: rest };
}

export function unexpectedInput(word: string, hint: string): InputError {
  return new InputError(`Unexpected argument '${word}'`, {
    hint: `${hint} Put texts with spaces in quotes.`,
  });
}
