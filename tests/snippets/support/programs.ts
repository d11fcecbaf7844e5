import { execFileSync } from 'node:child_process';

function works(program: string, ...words: readonly string[]): boolean {
  try {
    execFileSync(program, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const pythons = new Map<string, string | undefined>();

/** A Python that has these modules; undefined when this machine has none. */
export function pythonWith(...modules: readonly string[]): string | undefined {
  const wanted = modules.join(', ');
  if (!pythons.has(wanted)) {
    const programs = ['python3', '/usr/bin/python3'];
    pythons.set(
      wanted,
      programs.find((program) => works(program, '-c', `import ${wanted}`)),
    );
  }
  return pythons.get(wanted);
}

/** Whether this machine can run curl snippets. */
export function hasCurl(): boolean {
  return works('curl', '--version') && works('jq', '--version') && works('bash', '--version');
}

/** Whether a missing program may be passed over: on the machine that decides, everything must be there. */
export const mayBeMissing = process.env['CI'] === undefined;
