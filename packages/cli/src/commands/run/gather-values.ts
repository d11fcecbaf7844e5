import {
  InputError,
  missingFields,
  optionNameOf,
  type Field,
  type FieldValue,
  type Task,
  type Values,
} from '@tryout/engine';
import { assignInputs } from '../../inputs/assign-inputs.ts';
import { readField, type GivenInput } from '../../inputs/read-field.ts';
import type { InputSources } from '../../inputs/read-text.ts';
import { fieldOptions, storedName } from './field-options.ts';

/** The inputs of a run as they were typed. */
export interface TypedInputs {
  readonly positional: readonly string[];
  /** Values of options by their stored names. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Whether any input was given, be it one that the task does not take. */
export function isAnyInputGiven({ positional, options }: TypedInputs): boolean {
  return positional.length > 0 || fieldOptions().some(({ name }) => options[storedName(name)] !== undefined);
}

/**
 * Reads all inputs of a task: options first, then what has none fills the remaining fields in order, where a list
 * takes the rest.
 * @throws InputError; nothing has been sent then
 */
export async function gatherValues(task: Task, typed: TypedInputs, sources: InputSources): Promise<Values> {
  refuseForeignOptions(task, typed);
  const given = assign(task, typed);
  const values: Record<string, FieldValue> = {};
  // One after another: errors come in the fields' order, and standard input has one reader.
  for (const [name, input] of given) values[name] = await readInput(task, name, input, sources);
  requireAll(task, values);
  return values;
}

function fieldOf(task: Task, name: string): Field {
  return task.fields[name] as Field;
}

/** What cannot be read is often an input in another's place; the hint then says which is which. */
async function readInput(
  task: Task,
  name: string,
  input: GivenInput,
  sources: InputSources,
): Promise<FieldValue> {
  try {
    return await readField(fieldOf(task, name), input, sources);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const isNoText = error.message.endsWith(' is not a text');
    const mayBeMisplaced = input.positional && Object.keys(task.fields).length > 1;
    if (!isNoText && !mayBeMisplaced) throw error;
    const hint = isNoText ? 'Texts are UTF-8.' : error.hint;
    throw new InputError(error.message, { hint: `${inputsHint(task)} ${hint ?? ''}`.trim(), cause: error });
  }
}

function refuseForeignOptions(task: Task, { options }: TypedInputs): void {
  const own = new Set(fieldOptions([task]).map(({ name }) => name));
  const foreign = fieldOptions().find(
    ({ name }) => !own.has(name) && options[storedName(name)] !== undefined,
  );
  if (!foreign) return;
  throw new InputError(`${task.id} has no input --${foreign.name}`, { hint: inputsHint(task) });
}

function assign(task: Task, { positional, options }: TypedInputs): ReadonlyMap<string, GivenInput> {
  const { given, extra } = assignInputs(task, positional, (option) => {
    const value = options[storedName(option)];
    return value === undefined ? undefined : ([value].flat() as string[]);
  });
  const [first] = extra;
  if (first === undefined) return given;
  throw new InputError(`There is no input left for '${first}'`, {
    hint: `${inputsHint(task)} Texts with spaces stand in quotes.`,
  });
}

function requireAll(task: Task, values: Values): void {
  const [missing] = missingFields(task.fields, values);
  if (missing === undefined) return;
  const field = fieldOf(task, missing);
  const option = `--${optionNameOf(missing, field)}`;
  throw new InputError(values[missing] === undefined ? `${option} is missing` : `${option} is empty`, {
    hint: inputsHint(task),
  });
}

/** For example `question-answering takes --question and --context, in this order (- is standard input).` */
function inputsHint(task: Task): string {
  const names = fieldOptions([task]).map(({ name, field }) =>
    field.kind === 'list' ? `--${name} (repeated)` : `--${name}`,
  );
  const order = names.length > 1 ? ', in this order' : '';
  return `${task.id} takes ${names.join(' and ')}${order} (- is standard input).`;
}
