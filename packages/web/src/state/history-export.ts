import {
  attempt,
  counted,
  InputError,
  readRunFile,
  runFileName,
  storedOutput,
  withFilesInside,
  type History,
} from '@tryout/engine';
import { saveBlob } from '../lib/blobs.ts';

/** Downloads all runs with their files, as a JSON array of run files. @returns a sentence for the user */
export async function exportHistory(history: History): Promise<string> {
  const parts: Blob[] = [];
  for (const { id } of await history.list()) {
    const stored = await history.get(id);
    // Browsers move blobs out of memory.
    if (stored) parts.push(new Blob([JSON.stringify(await withFilesInside(stored)), ',\n']));
  }
  const count = parts.length;
  const last = parts.pop();
  saveBlob(new Blob(['[', ...parts, ...(last ? [last.slice(0, -2)] : []), ']\n']), runFileName('history'));
  return `Exported ${counted(count, 'run')}. To read them again, use “Open a run file” in the history.`;
}

/**
 * Adds the runs of an exported history, except those that are there.
 * @returns a sentence for the user
 * @throws InputError, HistoryError
 */
export async function importHistory(history: History, text: string, name: string): Promise<string> {
  const runs = attempt(() => JSON.parse(text) as unknown[]);
  if (!runs) throw new InputError(`${name} is incomplete`, { hint: 'Export the history again.' });
  let [added, refused] = [0, 0];
  for (const run of runs) {
    const stored = await readRunFile(JSON.stringify(run), name).catch(() => undefined);
    if (!stored) refused += 1;
    if (!stored || (await history.get(stored.run.id))) continue;
    await history.add(stored, await storedOutput(stored), true);
    added += 1;
  }
  const damaged = refused > 0 ? ` ${counted(refused, 'damaged run')} skipped.` : '';
  return `Added ${counted(added, 'run')} to the history.${damaged}`;
}
