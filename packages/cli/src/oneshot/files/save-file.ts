import { access, constants, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from '@tryout/engine';
import { numbered } from './own-name.ts';

/**
 * Whether a result can be saved under this name, decided before anything is sent: the folder is there and can be
 * written; what is there already is a file and may be replaced (F50).
 * @throws InputError
 */
export async function checkTarget(path: string, force: boolean): Promise<void> {
  await checkFolder(dirname(path));
  const found = await lstat(path).catch(() => undefined);
  if (!found) return;
  if (found.isDirectory()) throw new InputError(`${path} is a folder`, { hint: 'Name a file in it.' });
  if (!found.isFile() && !found.isSymbolicLink()) {
    throw new InputError(`${path} is not a regular file`, { hint: 'Use --output - and redirect it.' });
  }
  if (!force) {
    throw new InputError(`${path} exists already`, {
      hint: 'Name another file, or replace it with --force.',
    });
  }
}

/** @throws InputError when no file can be made in a folder */
export async function checkFolder(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      error.code === 'ENOENT' ? `There is no folder ${folder}` : `Nothing can be saved in ${folder}`,
      { hint: 'Name a file elsewhere with --output.' },
    );
  });
}

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
    throw new InputError(
      error.code === 'EEXIST' ? `${path} exists already` : `${path} cannot be written (${error.code})`,
      { hint: 'Name another file with --output.', cause: error },
    );
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
