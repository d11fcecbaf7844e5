import type { BatchSource, Connection, PromptTemplate, Task } from '@tryout/engine';
import { sourceFromPath, type SourceOptions } from '@tryout/engine/node';
import { withHome } from '../files/paths.ts';

/**
 * Opens the sources of a batch: paths, globs, datasets, or the rows of a prompt file.
 * @returns the sources, and the files that they are made of
 * @throws InputError
 */
export async function openSources(
  connection: Connection,
  task: Task,
  paths: readonly string[],
  rows: PromptTemplate['rows'] = [],
  options: SourceOptions = {},
): Promise<{ readonly sources: readonly BatchSource[]; readonly files: readonly string[] }> {
  const sources: BatchSource[] = [];
  const files: string[] = [];
  for (const path of paths) {
    const opened = await sourceFromPath(withHome(path), task, connection, options);
    sources.push(opened.source);
    files.push(...opened.files);
  }
  if (paths.length === 0)
    sources.push({
      count: () => Promise.resolve(rows.length),
      async *rows() {
        yield* rows;
      },
    });
  return { sources, files };
}
