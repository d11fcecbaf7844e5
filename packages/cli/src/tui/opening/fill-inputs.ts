import { InputError, messageOf, type Field, type FieldValue, type Task } from '@tryout/engine';
import { assignInputs } from '../../inputs/assign-inputs.ts';
import { noStandardInput } from '../../inputs/no-standard-input.ts';
import { readField, type GivenInput } from '../../inputs/read-field.ts';
import type { InputSources } from '../../inputs/read-text.ts';
import type { Notice } from '../hooks/use-notice.ts';
import type { PickerSettings } from '../hooks/use-picker.ts';

/**
 * Fills the task's fields with the inputs that were given at the start, in their order, as `tryout run` reads them. An
 * input that cannot be read is left out; a path stays in its box, to be mended there.
 * @param literal whether texts are taken as they are
 * @returns what there is to tell: what could not be read, or which text was taken for a file's name
 */
export async function fillInputs(
  { session, memory }: Pick<PickerSettings, 'session' | 'memory'>,
  inputs: readonly string[],
  signal: AbortSignal,
  literal = false,
): Promise<Notice | undefined> {
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
    const read = await readGiven(field, input, sources);
    // The person may have gone on in the meantime.
    if (signal.aborted || session.getSnapshot().task !== task) return undefined;
    if (isFile(field)) memory.fileDrafts.keep(task.id, name, { text: input.words[0] ?? '', ...read });
    if ('value' in read) session.setValue(name, read.value);
    else failure ??= read.failure;
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
): Promise<{ readonly value: FieldValue } | { readonly failure: string }> {
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
