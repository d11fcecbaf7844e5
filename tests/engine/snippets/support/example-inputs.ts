import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  fileFromBlob,
  readFileInput,
  type Connection,
  type FileInput,
  type Task,
  type Values,
} from '@tryout/engine';
import { exampleOf } from '../../../support/ask.ts';

/** The first example of a task's default model; its files are in the folder and have paths. */
export async function exampleInputs(
  connection: Connection,
  task: Task,
  folder: string,
): Promise<{ readonly model: string; readonly values: Values }> {
  const { model, values } = await exampleOf(connection, task.id);
  const entries = Object.entries(task.fields).map(async ([name, { kind }]) => {
    const value = values[name];
    const isFile = value !== undefined && (kind === 'image' || kind === 'audio');
    return [name, isFile ? await onDisk(value as FileInput, folder) : value] as const;
  });
  return { model, values: Object.fromEntries(await Promise.all(entries)) };
}

async function onDisk(file: FileInput, folder: string): Promise<FileInput> {
  const bytes = await readFileInput(file);
  await writeFile(join(folder, file.name), bytes);
  return { ...fileFromBlob(new Blob([bytes]), file.name, file.contentType), path: file.name };
}
