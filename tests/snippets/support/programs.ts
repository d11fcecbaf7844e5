import { execFileSync } from 'node:child_process';

function works(program: string, ...words: readonly string[]): boolean {
  try {
    execFileSync(program, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A Python that has these modules; undefined when this machine has none. */
export function pythonWith(...modules: readonly string[]): string | undefined {
  return ['python3', '/usr/bin/python3'].find((program) =>
    works(program, '-c', `import ${modules.join(', ')}`),
  );
}

/** Whether this machine can run curl snippets. */
export function hasCurl(): boolean {
  return works('curl', '--version') && works('jq', '--version') && works('bash', '--version');
}

/** Whether a missing program may be passed over: on the machine that decides, everything must be there. */
export const mayBeMissing = process.env['CI'] === undefined;
