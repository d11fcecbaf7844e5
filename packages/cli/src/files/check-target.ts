import { access, constants, lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError, numbered } from '@tryout/engine';

/**
 * Checks before a request that a result can be saved at this path: the folder is writable, and an existing file may
 * be replaced (F50).
 * @throws InputError
 */
export async function checkTarget(path: string, force: boolean): Promise<void> {
  await checkFolder(dirname(path));
  const found = await lstat(path).catch(() => undefined);
  if (!found) return;
  if (found.isDirectory()) throw new InputError(`${path} is a folder`, { hint: 'Add a file name.' });
  if (!found.isFile() && !found.isSymbolicLink())
    throw new InputError(`${path} is not a regular file`, {
      hint: 'Use --output - and redirect the output.',
    });
  if (force) return;
  throw new InputError(`${path} already exists`, {
    hint: 'Choose another name, or use --force to replace it.',
  });
}

/** @throws InputError if files cannot be created in a folder */
export async function checkFolder(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      error.code === 'ENOENT' ? `Folder ${folder} does not exist` : `${folder} is not writable`,
      { hint: 'Choose another folder.' },
    );
  });
}

/**
 * Checks the paths of several results, which are this path with a number before the extension. Their count is not
 * known yet.
 * @throws InputError
 */
export async function checkNumberedTargets(path: string, force: boolean): Promise<void> {
  const name = basename(path);
  const taken = (await readdir(dirname(path))).filter((found) => isNumbered(found, name)).sort();
  for (const found of taken) await checkTarget(join(dirname(path), found), force);
}

function isNumbered(name: string, plain: string): boolean {
  const number = /-(\d+)(?:\.[^.]*)?$/.exec(name)?.[1];
  return number !== undefined && numbered(plain, Number(number)) === name;
}
