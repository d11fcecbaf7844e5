import { basename, dirname, join } from 'node:path';
import { decodeText } from '../fields/index.ts';
import {
  getFiles,
  hashBlob,
  MAX_MEDIA,
  MAX_RUN_FILE,
  readRunFile,
  type StoredFile,
  type StoredRun,
} from '../runs/index.ts';
import { attempt } from '../text/index.ts';
import { readFileBytes } from './files.ts';

/**
 * Reads a run file, and the run's files in the same folder.
 * @throws InputError if the run file cannot be read or is invalid
 */
export async function runFromPath(path: string): Promise<StoredRun> {
  const bytes = await readFileBytes(path, MAX_RUN_FILE);
  // An image or another binary file is not a run file either.
  const text = attempt(() => decodeText(bytes, path)) ?? '';
  const { run, media } = await readRunFile(text, basename(path));
  const blobs = new Map(media);
  for (const file of getFiles(run)) {
    const blob = blobs.has(file.sha256) ? undefined : await fileBeside(path, file);
    if (blob) blobs.set(file.sha256, blob);
  }
  return { run, media: blobs };
}

/** The content of a run's file in the folder of its run file; undefined if size or hash differ. */
export async function fileBeside(path: string, file: StoredFile): Promise<Blob | undefined> {
  const bytes = await readFileBytes(join(dirname(path), file.file), Math.min(file.bytes, MAX_MEDIA)).catch(
    () => undefined,
  );
  if (bytes?.length !== file.bytes) return undefined;
  const blob = new Blob([bytes], { type: file.type });
  return (await hashBlob(blob)) === file.sha256 ? blob : undefined;
}
