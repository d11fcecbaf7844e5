import { basename, dirname } from 'node:path';
import { decodeText } from '../fields/index.ts';
import {
  getFiles,
  hashBlob,
  MAX_MEDIA,
  MAX_RUN_FILE,
  readRunFiles,
  type StoredFile,
  type StoredRun,
} from '../stored/index.ts';
import { attempt } from '../text/index.ts';
import { readFileBytes } from './files.ts';
import { findFolder } from './permitted-files.ts';

/**
 * Reads a run file or a comparison, and the files of its runs in the same folder.
 * @returns one run, or those of the comparison
 * @throws InputError if the run file cannot be read or is invalid
 */
export async function runsFromPath(path: string): Promise<readonly StoredRun[]> {
  const bytes = await readFileBytes(path, MAX_RUN_FILE);
  // An image or another binary file is not a run file either.
  const text = attempt(() => decodeText(bytes, path)) ?? '';
  const runs = await readRunFiles(text, basename(path));
  const blobs = new Map(runs[0]!.media);
  for (const file of runs.flatMap(({ run }) => getFiles(run))) {
    const blob = blobs.has(file.sha256) ? undefined : await fileBeside(path, file);
    if (blob) blobs.set(file.sha256, blob);
  }
  return runs.map(({ run }) => ({ run, media: blobs }));
}

/** The content of a run's file in the folder of its run file; undefined if size or hash differ. */
export async function fileBeside(path: string, file: StoredFile): Promise<Blob | undefined> {
  const folder = dirname(path);
  const root = await findFolder(folder);
  if (root === undefined) return undefined;
  const permission = { folders: [folder], roots: [root], allowsHidden: true, hint: '' };
  const reading = readFileBytes(file.file, Math.min(file.bytes, MAX_MEDIA), permission);
  const bytes = await reading.catch(() => undefined);
  if (bytes?.length !== file.bytes) return undefined;
  const blob = new Blob([bytes], { type: file.type });
  return (await hashBlob(blob)) === file.sha256 ? blob : undefined;
}
