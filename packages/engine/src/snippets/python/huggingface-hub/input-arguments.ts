import type { FileInput, JsonTemplate } from '../../../fields/index.ts';
import type { InferenceRequest } from '../../../request/index.ts';
import type { Task } from '../../../tasks/index.ts';
import { filePath } from '../../files.ts';
import type { PythonArgument } from '../python-call.ts';

/** Fields that the library calls otherwise than we do in snake case. */
const otherNames: Readonly<Record<string, string>> = {
  sourceSentence: 'sentence',
  sentences: 'other_sentences',
};

/** The inputs of a task as arguments of its method: a single one as it is, several by their names. */
export function inputArguments({ fields }: Task, { values }: InferenceRequest): PythonArgument[] {
  const entries = Object.entries(fields);
  return entries.map(([name, { kind }]) => {
    const value = values[name];
    const isFile = kind === 'image' || kind === 'audio';
    return {
      ...(entries.length > 1 ? { name: otherNames[name] ?? snakeCase(name) } : {}),
      value: isFile ? localPath(value as FileInput) : ((value ?? null) as JsonTemplate),
    };
  });
}

export function snakeCase(name: string): string {
  return name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A path that the library does not take for an address. */
function localPath(file: FileInput): string {
  const path = filePath(file);
  return /^(https?:\/\/|data:)/.test(path) ? `./${path}` : path;
}
