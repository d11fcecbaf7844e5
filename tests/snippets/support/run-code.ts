import { spawn } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages, type Language } from '@tryout/engine';
import { waitForExit, isolatedEnvironment, type CommandResult } from '../../support/process.ts';
import { pythonWith } from './programs.ts';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const programs: Readonly<Record<Language, () => readonly string[]>> = {
  curl: () => ['bash'],
  python: () => [pythonWith('requests') ?? 'python3'],
  js: () => [process.execPath],
};

export interface CodeOptions {
  /** The working directory, with the input files. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Arguments before the file name, for example `--import`. */
  readonly words?: readonly string[];
}

let number = 0;

/** Runs code from a file; JavaScript can import this repository's packages. */
export async function runCode(
  language: Language,
  code: string,
  { folder, environment, words = [] }: CodeOptions,
): Promise<CommandResult> {
  number += 1;
  const file = join(folder, `snippet-${number}${languages[language].ending}`);
  await writeFile(file, code);
  // Code must not read these credentials.
  await writeFile(join(folder, '.netrc'), 'default login joe password kept-elsewhere\n', { mode: 0o600 });
  if (language === 'js') await symlink(modules, join(folder, 'node_modules')).catch(() => undefined);
  const [program = '', ...first] = programs[language]();
  const child = spawn(program, [...first, ...words, file], {
    cwd: folder,
    env: isolatedEnvironment(folder, { HF_TOKEN: 'hf_sandbox', ...environment }),
  });
  child.stdin.end();
  return waitForExit(child);
}
