import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LAUNCHER = join('bin', 'tryout.js');

/** The folder of the installed package, or the top of the repository. */
export function findProgramFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, LAUNCHER)) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

export const findLauncher = (): string => join(findProgramFolder(), LAUNCHER);
