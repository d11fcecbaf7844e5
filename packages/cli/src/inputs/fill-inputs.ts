import { InputError, messageOf, type Field, type FieldValue, type Session, type Task } from '@tryout/engine';
import { assignInputs } from './assign-inputs.ts';
import { noStandardInput } from './no-standard-input.ts';
import { readField, type GivenInput } from './read-field.ts';
import type { InputSources } from './read-text.ts';

/** What there is to tell when inputs have been filled in. */
interface FillingReport {
  readonly text: string;
  readonly tone: 'plain' | 'error';
}

/**
 * Fills the task's fields with the inputs that were given at the start, in their order, as `tryout run` reads them. An
 * input that cannot be read is left out; a path stays in its box, to be mended there.
 * @param literal whether texts are taken as they are
 * @returns what there is to tell: what could not be read, or which text was taken for a file's name
 */
export async function fillInputs(
  session: Session,
  inputs: readonly string[],
  signal: AbortSignal,
  literal = false,
): Promise<FillingReport | undefined> {
  const { task } = session.getSnapshot();
  if (!task) return undefined;
  const notes: string[] = [];
  const sources: InputSources = {
    takeStandardInput: noStandardInput,
    note: (text) => void notes.push(text),
    literal,
  };
  const { given, extra } = assignInputs(task, inputs);
  let failure: string | undefined;
  for (const [name, input] of given) {
    const field = task.fields[name] as Field;
    const { value, failure: problem } = await readGiven(field, input, sources);
    // The person may have gone on in the meantime.
    if (signal.aborted || session.getSnapshot().task !== task) return undefined;
    if (isFile(field)) session.setValue(name, value, { text: input.words[0] ?? '', failure: problem });
    else if (value !== undefined) session.setValue(name, value);
    failure ??= problem;
  }
  const [first] = extra;
  if (first !== undefined) failure ??= messageOf(noFieldLeft(task, first));
  if (failure !== undefined) return { text: failure, tone: 'error' };
  return notes.length > 0 ? { text: notes.join(' '), tone: 'plain' } : undefined;
}

async function readGiven(
  field: Field,
  input: GivenInput,
  sources: InputSources,
): Promise<{ readonly value?: FieldValue; readonly failure?: string }> {
  try {
    return { value: await readField(field, input, sources) };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

function isFile({ kind }: Field): boolean {
  return kind === 'image' || kind === 'audio' || kind === 'json';
}

function noFieldLeft(task: Task, word: string): InputError {
  const count = Object.keys(task.fields).length;
  return new InputError(`There is no input left for '${word}'`, {
    hint: `${task.id} takes ${count === 1 ? 'one' : count}; texts with spaces stand in quotes.`,
  });
}
