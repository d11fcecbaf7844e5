import { spawn } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { grammars, languages, type Language } from '@tryout/engine';
import { afterEveryFile } from '../../../support/hooks.ts';
import { waitForExit, isolatedEnvironment, type CommandResult } from '../../../support/process.ts';
import { startModuleProcess, type ModuleProcess, type ModuleProgram } from './module-process.ts';
import { pythonWith } from './programs.ts';
import { runPythonProgram } from './python-forks.ts';

const packages = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

export interface CodeOptions {
  /** The working directory, with the input files. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** JavaScript gets a process of its own. */
  readonly alone?: boolean;
}

export type CodeResult = Pick<CommandResult, 'code' | 'stdout' | 'stderr'>;

let number = 0;

let modules: ModuleProcess | undefined;

afterEveryFile(async () => {
  const ending = modules;
  modules = undefined;
  await ending?.stop();
});

async function runModule(program: ModuleProgram): Promise<CodeResult> {
  modules ??= startModuleProcess();
  const { stdout, stderr, error } = await modules.run(program);
  const code = error === undefined ? 0 : 1;
  return { code, stdout: stdout.join(''), stderr: stderr + (error ?? '') };
}

/** Runs code from a file; JavaScript can import this repository's packages. */
export async function runCode(
  language: Language,
  code: string,
  { folder, environment, alone = false }: CodeOptions,
): Promise<CodeResult> {
  number += 1;
  const file = join(folder, `snippet-${number}.${grammars[languages[language].grammar].ending}`);
  await writeFile(file, code);
  // Code must not read these credentials.
  await writeFile(join(folder, '.netrc'), 'default login joe password kept-elsewhere\n', { mode: 0o600 });
  if (language === 'js') await symlink(packages, join(folder, 'node_modules')).catch(() => undefined);
  const env = isolatedEnvironment(folder, { HF_TOKEN: 'hf_sandbox', ...environment });
  if (language === 'js' && !alone) return runModule({ file, folder, environment: env });
  const python = language === 'python' ? pythonWith('requests') : undefined;
  if (python !== undefined) return runPythonProgram(python, { file, folder, environment: env });
  const program = language === 'curl' ? 'bash' : language === 'python' ? 'python3' : process.execPath;
  const child = spawn(program, [file], { cwd: folder, env });
  child.stdin.end();
  return waitForExit(child);
}
