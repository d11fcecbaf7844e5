import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEveryFile } from '../../../support/hooks.ts';

/** A Python program in a file. */
interface PythonProgram {
  readonly file: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface PythonResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Forks = ReturnType<typeof startForks>;

let forks: Forks | undefined;

afterEveryFile(() => {
  forks?.stop();
  forks = undefined;
});

/** Runs a program that may use `requests` in a process of its own, forked from one that has loaded the library. */
export function runPythonProgram(python: string, program: PythonProgram): Promise<PythonResult> {
  forks ??= startForks(python);
  return forks.run(program);
}

function startForks(python: string) {
  const child = spawn(python, [fileURLToPath(new URL('python-forks.py', import.meta.url))], {
    // Its forks may outlive the tests: with the standard error of this process, they would keep Vitest from ending.
    stdio: ['pipe', 'pipe', 'pipe'],
    // The encoding of standard output is chosen before the fork.
    env: { ...process.env, LANG: 'C.UTF-8' },
  });
  child.stderr.pipe(process.stderr, { end: false });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();
  const exchange = async (program: PythonProgram) => {
    child.stdin.write(`${JSON.stringify(program)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('Python ended');
    return JSON.parse(value) as PythonResult;
  };
  return {
    stop: () => child.stdin.end(),
    run(program: PythonProgram): Promise<PythonResult> {
      const result = last.then(() => exchange(program));
      last = result.catch(() => undefined);
      return result;
    },
  };
}
