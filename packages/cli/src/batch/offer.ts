import { basename } from 'node:path';
import { stat } from 'node:fs/promises';
import { counted, isFileField, isParquetFile, type Connection, type Task } from '@tryout/engine';
import { getSourceKind } from '@tryout/engine/node';
import { resolvePath, splitWords, withHome } from '../files/paths.ts';
import { looksLikePath } from '../inputs/read-text.ts';
import { openSources } from './sources.ts';

/** Several inputs that were given for one. */
export interface BatchOffer {
  readonly paths: readonly string[];
  /** For example `12 files`. */
  readonly label: string;
}

/** Milliseconds for counting the files of a folder. */
const MAX_COUNTING = 2000;
/** A longer text is no path, and names no files that somebody chose. */
const MAX_TEXT = 100_000;

/**
 * The files or rows that a text names instead of one input: a folder, a glob, a table, or several files.
 * @throws InputError if there are no files for the task
 */
export async function findBatch(
  text: string,
  task: Task,
  connection: Connection,
  signal: AbortSignal,
): Promise<BatchOffer | undefined> {
  const mayBePath =
    Object.values(task.fields).some(isFileField) || looksLikePath(text) || isParquetFile(text);
  if (!mayBePath || text.length > MAX_TEXT) return undefined;
  const words = splitWords(text).map(withHome);
  const path = await resolvePath(text);
  const hasSeveral = words.length > 1 && !(await areFiles([text.trim()])) && (await areFiles(words));
  const kind = hasSeveral ? 'files' : await getSourceKind(path, task);
  if (kind === undefined) return undefined;
  if (kind === 'table') return { paths: [path], label: `Rows of ${basename(path)}` };
  const paths = hasSeveral ? words : [path];
  const timer = AbortSignal.timeout(MAX_COUNTING);
  try {
    const { files } = await openSources(connection, task, paths, [], {
      signal: AbortSignal.any([signal, timer]),
    });
    return { paths, label: counted(files.length, 'file') };
  } catch (error) {
    if (!timer.aborted) throw error;
    return { paths, label: 'Many files' };
  }
}

async function areFiles(paths: readonly string[]): Promise<boolean> {
  const stats = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return stats.every((each) => each?.isFile());
}
