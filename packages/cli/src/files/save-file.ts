import { open, rename, rm } from 'node:fs/promises';
import { InputError } from '@tryout/engine';
import { existsAlready } from './check-target.ts';
import { numbered } from './own-name.ts';

/**
 * Saves a result. A file that is there is only replaced when asked, and then at once: links are replaced themselves,
 * not what they lead to.
 * @throws InputError when the name was taken in the meantime
 */
export async function saveFile(path: string, bytes: Uint8Array | string, force: boolean): Promise<void> {
  if (!force) return writeNew(path, bytes);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeNew(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeNew(path: string, bytes: Uint8Array | string): Promise<void> {
  const file = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw existsAlready(path, error);
    throw new InputError(`${path} cannot be written (${error.code})`, {
      hint: 'Name another file with --output.',
      cause: error,
    });
  });
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

/** Saves a result under a name of our own, with a number where that is taken; returns the name. */
export async function saveUnderFreeName(name: string, bytes: Uint8Array): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? name : numbered(name, number);
    try {
      await saveFile(path, bytes, false);
      return path;
    } catch (error) {
      const taken = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'EEXIST';
      if (!taken) throw error;
    }
  }
}
