import { startProgram } from './start-program.ts';
import type { Environment } from '../terminal/terminal.ts';

/** What came of a program: `missing` where there is none of that name, or none that may be started. */
export type ProgramEnd = 'done' | 'failed' | 'missing';

interface ProgramOptions {
  readonly environment: Environment;
  /** Given to its standard input; nothing by default. */
  readonly input?: Uint8Array | string;
  /** Ends the program; what it then came to is `failed`. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a program of the system to its end, without a shell. What it writes is dropped: the screen is the picker's. A
 * program that goes on in the background, as those of clipboards do, is not waited for.
 * @param command its name, looked for in `PATH`, and its arguments
 */
export function runProgram(
  [program = '', ...words]: readonly string[],
  { environment, input, signal }: ProgramOptions,
): Promise<ProgramEnd> {
  if (signal?.aborted) return Promise.resolve('failed');
  return new Promise((resolve) => {
    const child = startProgram(program, words, {
      environment,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
      windowsHide: true,
      ...(signal ? { signal } : {}),
    });
    child.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ENOENT' || code === 'EACCES' ? 'missing' : 'failed'),
    );
    child.once('exit', (code) => resolve(code === 0 ? 'done' : 'failed'));
    // It may end before it has taken any; its exit code says what that means.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
