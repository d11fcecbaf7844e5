import { optionNameOf, type Task } from '@tryout/engine';
import type { GivenInput } from './read-field.ts';

/** Which words go to which field. */
export interface AssignedInputs {
  /** By the fields' names, in their order. */
  readonly given: ReadonlyMap<string, GivenInput>;
  /** Words that no field is left for. */
  readonly extra: readonly string[];
}

/**
 * Assigns words to the fields of a task: what was given by its option goes there, the others fill the remaining fields
 * in order, where a list takes the rest.
 * @param givenTo the words of a field's option, without the hyphens in front; undefined where it was not given
 */
export function assignInputs(
  task: Task,
  positional: readonly string[],
  givenTo: (option: string) => readonly string[] | undefined = () => undefined,
): AssignedInputs {
  const given = new Map<string, GivenInput>();
  let rest = positional;
  for (const [name, field] of Object.entries(task.fields)) {
    const option = optionNameOf(name, field);
    const words = givenTo(option);
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
