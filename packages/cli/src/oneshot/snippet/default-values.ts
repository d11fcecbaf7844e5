import {
  defaultModelOf,
  valuesFromExample,
  widgetExamplesOf,
  type FileInput,
  type Task,
  type Values,
} from '@tryout/engine';
import type { Call, Context } from '../../context/context.ts';

/**
 * The inputs of code that was asked for without any: those of the model's card, else the task's. Notes where they come
 * from, and which files are only names.
 * @param model undefined for an endpoint that names none; the hub's default for the task then gives the example
 */
export async function defaultValues(
  { output }: Call,
  { connection, signal }: Context,
  task: Task,
  model: string | undefined,
): Promise<Values> {
  const exemplary = model ?? (await defaultModelOf(connection, task.id, signal));
  const [example = {}] = await widgetExamplesOf(connection, exemplary, signal);
  const values = await valuesFromExample(connection, task, example, signal);
  const source = 'model' as 'model' | 'task';
  const origin = source === 'model' ? `of ${exemplary}` : 'of the task';
  output.note(`No inputs were given: the code has the example ${origin}.`);
  for (const name of namesToReplace(task, values)) {
    output.note(`${name} stands for a file of your own: put its path in place of that name.`);
  }
  return values;
}

/** Files that neither lie on the disk nor are downloaded by the code. */
function namesToReplace({ fields }: Task, values: Values): string[] {
  return Object.entries(fields).flatMap(([name, { kind }]) => {
    if (kind !== 'image' && kind !== 'audio') return [];
    const file = values[name] as FileInput | undefined;
    return file && file.path === undefined && file.url === undefined ? [file.name] : [];
  });
}
