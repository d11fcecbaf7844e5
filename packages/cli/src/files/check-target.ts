import { access, constants, lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError, numbered } from '@tryout/engine';

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
  if (force) return;
  throw new InputError(`${path} exists already`, {
    hint: 'Name another file, or replace it with --force.',
  });
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
 * The same for several results, which get this name with numbers before its ending; how many there will be only the
 * answer tells.
 * @throws InputError
 */
export async function checkNumberedTargets(path: string, force: boolean): Promise<void> {
  const name = basename(path);
  const taken = (await readdir(dirname(path))).filter((found) => isNumbered(found, name)).sort();
  for (const found of taken) await checkTarget(join(dirname(path), found), force);
}

/** Whether a file's name is another one's with some number before its ending. */
export function isNumbered(name: string, plain: string): boolean {
  const number = /-(\d+)(?:\.[^.]*)?$/.exec(name)?.[1];
  return number !== undefined && numbered(plain, Number(number)) === name;
}
