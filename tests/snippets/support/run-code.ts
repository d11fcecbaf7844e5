import { spawn } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages, type Language } from '@tryout/engine';
import { waitForExit, isolatedEnvironment, type CommandResult } from '../../support/process.ts';
import { pythonWith } from './programs.ts';
import { runPythonProgram } from './python-forks.ts';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

export interface CodeOptions {
  /** The working directory, with the input files. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export type CodeResult = Pick<CommandResult, 'code' | 'stdout' | 'stderr'>;

let number = 0;

/** Runs code from a file; JavaScript can import this repository's packages. */
export async function runCode(
  language: Language,
  code: string,
  { folder, environment }: CodeOptions,
): Promise<CodeResult> {
  number += 1;
  const file = join(folder, `snippet-${number}${languages[language].ending}`);
  await writeFile(file, code);
  // Code must not read these credentials.
  await writeFile(join(folder, '.netrc'), 'default login joe password kept-elsewhere\n', { mode: 0o600 });
  if (language === 'js') await symlink(modules, join(folder, 'node_modules')).catch(() => undefined);
  const env = isolatedEnvironment(folder, { HF_TOKEN: 'hf_sandbox', ...environment });
  const python = language === 'python' ? pythonWith('requests') : undefined;
  if (python !== undefined) return runPythonProgram(python, { file, folder, environment: env });
  const program = language === 'curl' ? 'bash' : language === 'python' ? 'python3' : process.execPath;
  const child = spawn(program, [file], { cwd: folder, env });
  child.stdin.end();
  return waitForExit(child);
}
