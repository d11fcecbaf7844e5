import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

declare const TRYOUT_VERSION: string;

/** The package's version, inserted by the build. */
export const version: string = TRYOUT_VERSION;

/** The user agent of all requests. */
export const userAgent = `tryout/${version}`;

type Environment = Readonly<Record<string, string | undefined>>;

const LAUNCHER = join('bin', 'tryout.js');

/** The folder of the installed package, or the top of the repository. */
export function findProgramFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, LAUNCHER)) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

export const findLauncher = (): string => join(findProgramFolder(), LAUNCHER);

/** The words that start this program on this machine: `tryout` only if PATH leads to this installation. */
export function findProgramWords(environment: Environment): readonly string[] {
  const launcher = findLauncher();
  if (isInPath('tryout', launcher, environment)) return ['tryout'];
  return [isInPath('node', process.execPath, environment) ? 'node' : process.execPath, launcher];
}

/** Whether a shell that looks for a program finds this file. */
function isInPath(name: string, file: string, { PATH = '' }: Environment): boolean {
  const paths = PATH.split(delimiter).map((folder) => join(folder, name));
  const first = paths.find((path) => existsSync(path));
  return first !== undefined && realpathSync(first) === realpathSync(file);
}
