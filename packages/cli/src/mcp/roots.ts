import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError, visibleLine } from '@tryout/engine';
import { dataFolder, findFolder, hubTokenPath, settingsFolder, type Permission } from '@tryout/engine/node';
import { checkFolder, saveUnderFreeName } from '../deliver/save-file.ts';
import type { Environment } from '../screen/terminal.ts';

/** The folder below the first root in which results are saved. */
const RESULTS = 'tryout-results';

/** The beginning of a URL; `C:\` is none. */
const scheme = /^[a-z][a-z\d+.-]+:/i;

/** Files that an agent may name: below the roots, but never tokens, settings and the history. */
export function permitRoots(roots: readonly string[], environment: Environment): Permission {
  // Other programs may run without these variables.
  const without = [[], ['HF_TOKEN_PATH'], ['HF_TOKEN_PATH', 'HF_HOME']];
  const tokens = without.map((names) =>
    hubTokenPath({ ...environment, ...Object.fromEntries(names.map((name) => [name, undefined])) }),
  );
  return {
    folders: roots,
    roots,
    allowsAbsolute: true,
    allowsHidden: true,
    except: [
      ...[settingsFolder(environment), dataFolder(environment)],
      ...tokens.flatMap((token) => [token, join(dirname(token), 'stored_tokens')]),
    ],
    hint:
      roots.length > 0
        ? 'Copy the file into this folder, or ask the user to start tryout mcp with another --root.'
        : 'Ask the user to start tryout mcp with --root FOLDER.',
  };
}

/** @throws InputError for a URL */
export function requirePath(path: string): string {
  if (!scheme.test(path)) return path;
  throw new InputError(`'${visibleLine(path.slice(0, MAX_SHOWN))}' is a URL, not a path`, {
    hint: 'Save the file below a --root, then pass its path.',
  });
}

/** Characters of a URL that an error shows. */
const MAX_SHOWN = 200;

/**
 * Saves a file of a result under a free name.
 * @returns its path
 * @throws SaveError, InputError
 */
export async function saveResult(
  [root]: readonly string[],
  name: string,
  content: Uint8Array | string,
): Promise<string> {
  if (root === undefined)
    throw new InputError('Files are not saved without a --root', {
      hint: 'Ask the user to start tryout mcp with --root FOLDER.',
    });
  const folder = join(root, RESULTS);
  await mkdir(folder).catch(() => undefined);
  if ((await findFolder(folder)) !== folder)
    throw new InputError(`${folder} is not a folder below ${root}`, {
      hint: 'Remove it, or make it a folder.',
    });
  await checkFolder(folder);
  return saveUnderFreeName(join(folder, name), content, folder);
}
