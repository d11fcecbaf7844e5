import { dirname, join } from 'node:path';
import {
  getFiles,
  runFileText,
  visibleLine,
  withFilesInside,
  type StoredFile,
  type StoredRun,
} from '@tryout/engine';
import { fileBeside } from '@tryout/engine/node';
import { saveFile, SaveError } from '../files/save-file.ts';

/** Bytes of the files inside a run file; larger ones are saved next to it. */
const MAX_INSIDE = 10 * 1024 * 1024;

/**
 * Saves a run as a run file, with its files inside or, if they are large, next to it, and notes where it is.
 * @param force replaces existing files
 * @throws SaveError if a file exists or cannot be written, or if two large files have the same name
 */
export async function saveRun(
  path: string,
  stored: StoredRun,
  force: boolean,
  note: (text: string) => void,
): Promise<void> {
  const run = await withFilesInside(stored, MAX_INSIDE);
  const outside = getFiles(run).filter(({ data }) => data === undefined);
  const left: string[] = [];
  const hashes = new Map<string, string>();
  for (const file of outside) {
    const hash = hashes.get(file.file);
    if (hash === file.sha256) continue;
    if (hash !== undefined)
      throw new SaveError(`Two files in the run are named ${visibleLine(file.file)}`, {
        hint: 'Rename one of them.',
      });
    hashes.set(file.file, file.sha256);
    if (!(await saveNextTo(path, file, stored, force))) left.push(file.file);
  }
  await saveFile(path, runFileText(run), force);
  note(`Saved the run to ${path}.`);
  if (left.length > 0) note(`Too large to include: ${left.map(visibleLine).join(', ')}.`);
}

/** Returns false if the content is not at hand. */
async function saveNextTo(
  path: string,
  file: StoredFile,
  { media }: StoredRun,
  force: boolean,
): Promise<boolean> {
  const blob = media.get(file.sha256);
  if (!blob) return false;
  // The input itself may be there.
  if (await fileBeside(path, file)) return true;
  await saveFile(join(dirname(path), file.file), new Uint8Array(await blob.arrayBuffer()), force);
  return true;
}
