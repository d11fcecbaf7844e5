import { open, rename, rm } from 'node:fs/promises';
import { numbered } from '@tryout/engine';
import { SaveError, saveErrorFor } from './save-error.ts';

/**
 * Saves a result. A file that is there is only replaced when asked, and then at once: links are replaced themselves,
 * not what they lead to.
 * @throws SaveError when the name was taken in the meantime, or it cannot be written: then nothing of it is left
 */
export async function saveFile(path: string, bytes: Uint8Array | string, force: boolean): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeNew(force ? temporary : path, bytes);
    if (force) await rename(temporary, path);
  } catch (error) {
    if (force) await rm(temporary, { force: true });
    throw saveErrorFor(path, error as NodeJS.ErrnoException);
  }
}

async function writeNew(path: string, bytes: Uint8Array | string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    // Half a file is taken for a whole one.
    await rm(path, { force: true });
    throw error;
  }
}

/** Saves a result under a name of our own, with a number where that is taken; returns the name. */
export async function saveUnderFreeName(name: string, bytes: Uint8Array | string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? name : numbered(name, number);
    try {
      await saveFile(path, bytes, false);
      return path;
    } catch (error) {
      const taken = error instanceof SaveError && (error.cause as NodeJS.ErrnoException).code === 'EEXIST';
      if (!taken) throw error;
    }
  }
}
