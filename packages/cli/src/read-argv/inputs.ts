import {
  InputError,
  missingFields,
  getOptionName,
  hasText,
  isListField,
  size,
  type FieldValue,
  type Task,
  type Values,
} from '@tryout/engine';
import { withinTimeout, type Call } from '../context/context.ts';
import {
  assignInputs,
  unexpectedInput,
  readField,
  readText,
  STANDARD_INPUT,
  standardInput,
  type InputSources,
} from './read-field.ts';
import { fieldOptions, isChatOption, optionKey, type RequestOptions } from './options.ts';

/** Whether any input is given, including ones the task does not take. */
export function hasInputs(task: Task, positional: readonly string[], options: RequestOptions): boolean {
  return (
    positional.length > 0 ||
    fieldOptions().some(({ name }) => !isChatOption(task, name) && options[optionKey(name)] !== undefined)
  );
}

/**
 * Reads all inputs of a task from options, arguments, files and standard input. The first missing input is read from a
 * pipe or file on standard input. If none is missing, a prompt to run is followed by what was piped.
 * @throws InputError, ReadTimeoutError
 */
export function readInputs(
  call: Call,
  task: Task,
  positional: readonly string[],
  options: RequestOptions,
): Promise<Values> {
  return withinTimeout(call, (signal) => readAll(call, task, positional, options, signal));
}

async function readAll(
  { command, runtime, options: { literal = false }, output: { note } }: Call,
  task: Task,
  positional: readonly string[],
  options: RequestOptions,
  signal: AbortSignal,
): Promise<Values> {
  const stdin = standardInput(() => runtime.input, signal, note);
  const sources: InputSources = { takeStandardInput: stdin.take, note, literal };
  const wordsByField = assign(task, positional, options);
  const values: Record<string, FieldValue> = {};
  const read = async (name: string, words: readonly string[]) => {
    values[name] = await readField(task.fields[name]!, words, sources).catch((error: unknown) => {
      const isAmongOthers = error instanceof InputError && Object.keys(task.fields).length > 1;
      // Unreadable inputs are often misplaced, so the hint lists the order.
      throw isAmongOthers
        ? Object.assign(error, { hint: `${inputsHint(task)} ${error.hint ?? ''}`.trim() })
        : error;
    });
  };
  // Sequential: errors follow the fields' order, and standard input is read once.
  for (const [name, words] of wordsByField) await read(name, words);
  const [first] = missingFields(task.fields, values);
  if (first !== undefined && values[first] === undefined && (await stdin.hasPipedInput())) {
    await read(first, [STANDARD_INPUT]);
  }
  const [missing] = missingFields(task.fields, values);
  if (missing === undefined) {
    const message = command === 'snippet' ? undefined : task.conversation?.message;
    if (message === undefined || !(await stdin.hasPipedInput())) return values;
    const { text } = await readText(STANDARD_INPUT, sources, false);
    if (!hasText(text)) return values;
    note(`Added ${size(Buffer.byteLength(text))} from standard input`);
    return { ...values, [message]: `${String(values[message])}\n\n${text}` };
  }
  const option = `--${getOptionName(missing, task.fields[missing]!)}`;
  throw new InputError(values[missing] === undefined ? `Missing input ${option}` : `${option} is empty`, {
    code: 'MISSING_INPUT',
    hint: inputsHint(task),
  });
}

/** The arguments by field. @throws InputError for unexpected ones */
export function assign(
  task: Task,
  positional: readonly string[],
  options: RequestOptions,
): ReadonlyMap<string, readonly string[]> {
  const getWords = (name: string) => {
    const value = options[optionKey(name)];
    return value === undefined ? undefined : ([value].flat() as string[]);
  };
  const names = fieldOptions([task]).map(({ name }) => name);
  const otherOption = fieldOptions().find(
    ({ name }) => !names.includes(name) && !isChatOption(task, name) && getWords(name) !== undefined,
  );
  if (otherOption)
    throw new InputError(`${task.id} has no input --${otherOption.name}`, { hint: inputsHint(task) });
  const assignment = assignInputs(task, positional, getWords);
  const unexpected = unexpectedInput(task, assignment, inputsHint(task));
  if (unexpected) throw unexpected;
  return assignment.wordsByField;
}

/** For example `question-answering takes --question and --context, in this order (- is standard input).` */
function inputsHint(task: Task): string {
  const names = fieldOptions([task]).map(
    ({ name, field }) =>
      `--${name}${isListField(field) ? ' (repeated)' : field.optional ? ' (optional)' : ''}`,
  );
  const order = names.length > 1 ? ', in this order' : '';
  return `${task.id} takes ${names.join(' and ')}${order} (- is standard input).`;
}
