import { access, constants, stat } from 'node:fs/promises';
import { InputError } from '../errors/index.ts';
import { tooLarge } from '../fields/index.ts';

/** What tells a file from another one at the same path. */
export interface FileState {
  readonly size: number;
  /** Time of its last change in milliseconds. */
  readonly changed: number;
}

/**
 * Whether a path can be read as an input file: it exists, is a file with something in it, and may be read. A pipe or
 * a device is refused, since it could hang.
 * @throws InputError
 */
export async function checkFile(path: string, most: number): Promise<FileState> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    throw new InputError(isMissing ? `There is no file ${path}` : `${path} cannot be read (${error.code})`, {
      hint: 'Check the path.',
    });
  });
  if (found.isDirectory()) throw new InputError(`${path} is a folder`, { hint: 'Name a file in it.' });
  if (!found.isFile()) {
    throw new InputError(`${path} is not a regular file`, {
      hint: 'Save it to a file first, or give - and pipe it in.',
    });
  }
  if (found.size === 0) {
    throw new InputError(`${path} is empty`, { hint: 'Choose a file with something in it.' });
  }
  if (found.size > most) throw tooLarge(path, most);
  await access(path, constants.R_OK).catch(() => {
    throw new InputError(`${path} may not be read`, { hint: 'Check its permissions.' });
  });
  return { size: found.size, changed: found.mtimeMs };
}
