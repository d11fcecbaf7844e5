import { execFileSync } from 'node:child_process';

function canRun(program: string, ...commandArguments: readonly string[]): boolean {
  try {
    execFileSync(program, commandArguments, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const pythons = new Map<string, string | undefined>();

/** A Python with these modules; undefined if there is none. */
export function pythonWith(...modules: readonly string[]): string | undefined {
  const wanted = modules.join(', ');
  if (!pythons.has(wanted)) {
    const programs = ['python3', '/usr/bin/python3'];
    pythons.set(
      wanted,
      programs.find((program) => canRun(program, '-c', `import ${wanted}`)),
    );
  }
  return pythons.get(wanted);
}

export function hasCurl(): boolean {
  return canRun('curl', '--version') && canRun('jq', '--version') && canRun('bash', '--version');
}

/** CI must have every program; elsewhere, tests of missing programs are skipped. */
export const mayBeMissing = process.env['CI'] === undefined;
