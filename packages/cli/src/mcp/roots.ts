import { lstat, mkdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { InputError, visibleLine } from '@tryout/engine';
import { checkFolder, saveUnderFreeName } from '../files/save-file.ts';

/** Characters of a path that an error shows. */
const MAX_SHOWN = 200;

/** The folder below the first root in which results are saved. */
const RESULTS = 'tryout-results';

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Undefined if there is no file. */
const getRealPath = (path: string) => realpath(path).catch(() => undefined);

/** The beginning of a URL; `C:\` is none. */
const scheme = /^[a-z][a-z\d+.-]+:/i;

/**
 * The real path of a file below one of the roots.
 * @throws InputError for files elsewhere, also behind links, and for URLs, devices and named pipes
 */
export async function findFile(roots: readonly string[], path: string): Promise<string> {
  const name = visibleLine(path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path);
  const where = roots.join(' or ');
  if (scheme.test(path))
    throw new InputError(`'${name}' is a URL, not a path`, {
      hint: `Save the file below ${where}, then pass its path.`,
    });
  const candidates = roots.map((root) => ({ root, full: resolve(root, path) }));
  if (!candidates.some(({ root, full }) => isInside(root, full))) throw outside(name, where);
  let isLinkedOut = false;
  for (const { root, full } of candidates) {
    const real = isInside(root, full) ? await getRealPath(full) : undefined;
    if (real === undefined) continue;
    if (!roots.some((each) => isInside(each, real))) isLinkedOut = true;
    else if ((await lstat(real)).isFile()) return real;
    else
      throw new InputError(`'${name}' is not a regular file`, {
        hint: `Pass the path of a file below ${where}.`,
      });
  }
  if (isLinkedOut) throw outside(name, where);
  throw new InputError(`File not found: '${name}'`, {
    code: 'FILE_NOT_FOUND',
    hint: `Pass a path relative to ${where}.`,
  });
}

function outside(name: string, where: string): InputError {
  return new InputError(`'${name}' is outside of ${where}`, {
    hint: 'Copy the file into this folder, or ask the user to start tryout mcp with another --root.',
  });
}

/**
 * Saves a file of a result under a free name.
 * @returns its path
 * @throws SaveError, InputError
 */
export async function saveResult(
  [root = '.']: readonly string[],
  name: string,
  content: Uint8Array | string,
): Promise<string> {
  const folder = join(root, RESULTS);
  await mkdir(folder).catch(() => undefined);
  if ((await getRealPath(folder)) !== folder)
    throw new InputError(`${folder} is not a folder below ${root}`, {
      hint: 'Remove it, or make it a folder.',
    });
  await checkFolder(folder);
  return saveUnderFreeName(join(folder, name), content);
}
