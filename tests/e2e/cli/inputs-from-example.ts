import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findDefaultModel,
  getOptionName,
  readFileInput,
  valuesFromExample,
  fetchModelExamples,
  type Connection,
  type FileInput,
  type Task,
  type Values,
} from '@tryout/engine';

/** The arguments of a run from an example. */
export interface TypedRun {
  readonly model: string;
  readonly values: Values;
  /** The input options, with paths for files. */
  readonly words: readonly string[];
}

/** The first example of a task's default model, with its files saved to a folder. */
export async function typedExample(connection: Connection, task: Task, folder: string): Promise<TypedRun> {
  const model = await findDefaultModel(connection, task.id);
  const {
    examples: [example = {}],
  } = await fetchModelExamples(connection, model);
  const values = await valuesFromExample(connection, task, example);
  const words: string[] = [];
  for (const [name, field] of Object.entries(task.fields)) {
    const value = values[name];
    if (value === undefined && field.optional) continue;
    const option = `--${getOptionName(name, field)}`;
    if (field.kind === 'list') words.push(...(value as string[]).flatMap((entry) => [option, entry]));
    else if (field.kind === 'text') words.push(option, value as string);
    else {
      const isJson = field.kind === 'json';
      const path = join(folder, isJson ? `${name}.json` : (value as FileInput).name);
      await writeFile(path, isJson ? JSON.stringify(value) : await readFileInput(value as FileInput));
      words.push(option, path);
    }
  }
  return { model, values, words };
}
