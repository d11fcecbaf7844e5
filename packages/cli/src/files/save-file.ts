import { open, rename, rm } from 'node:fs/promises';
import { InputError, numbered } from '@tryout/engine';
import { existsAlready } from './check-target.ts';

/**
 * Saves a result. A file that is there is only replaced when asked, and then at once: links are replaced themselves,
 * not what they lead to.
 * @throws InputError when the name was taken in the meantime, or it cannot be written: then nothing of it is left
 */
export async function saveFile(path: string, bytes: Uint8Array | string, force: boolean): Promise<void> {
  if (!force) return writeNew(path, bytes);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeNew(temporary, bytes, path);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** @param name what a failure is told of */
async function writeNew(path: string, bytes: Uint8Array | string, name = path): Promise<void> {
  const file = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw existsAlready(name, error);
    throw cannotBeWritten(name, error);
  });
  try {
    await file.writeFile(bytes);
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    // Half a file is taken for a whole one.
    await rm(path, { force: true });
    throw cannotBeWritten(name, error as NodeJS.ErrnoException);
  }
}

function cannotBeWritten(path: string, cause: NodeJS.ErrnoException): InputError {
  const why = cause.code === 'ENOSPC' ? 'the disk is full' : cause.code;
  return new InputError(`${path} cannot be written (${why})`, {
    hint: 'Name another file with --output.',
    cause,
  });
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
