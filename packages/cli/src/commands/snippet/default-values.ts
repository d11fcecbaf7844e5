import { defaultInputsOf, isStandInFile, type FileInput, type Task, type Values } from '@tryout/engine';
import type { Call, Context } from '../../context/context.ts';

/**
 * The inputs of code that was asked for without any: those of the model's card, else the task's. Notes where they come
 * from, and which files are only names.
 * @param model undefined for an endpoint that names none
 */
export async function defaultValues(
  { output }: Call,
  { connection, signal }: Context,
  task: Task,
  model: string | undefined,
): Promise<Values> {
  const { values, source } = await defaultInputsOf(connection, task, model, signal);
  const origin = source === 'model' && model !== undefined ? model : 'the task';
  output.note(`No inputs were given: the code has the example of ${origin}.`);
  for (const name of namesToReplace(task, values)) {
    output.note(`${name} stands for a file of your own: put its path in place of that name.`);
  }
  return values;
}

function namesToReplace({ fields }: Task, values: Values): string[] {
  return Object.entries(fields).flatMap(([name, { kind }]) => {
    if (kind !== 'image' && kind !== 'audio') return [];
    const file = values[name] as FileInput | undefined;
    return file && isStandInFile(file) ? [file.name] : [];
  });
}
