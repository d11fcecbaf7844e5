import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import type { Environment } from '../terminal/terminal.ts';

interface StartOptions extends Omit<SpawnOptions, 'env'> {
  readonly environment: Environment;
}

/** Starts a program without a shell. It does not inherit the token. */
export function startProgram(
  program: string,
  words: readonly string[],
  { environment, ...options }: StartOptions,
): ChildProcess {
  const { HF_TOKEN: _token, ...env } = environment;
  return spawn(program, words, { ...options, env });
}

interface ProgramOptions {
  readonly environment: Environment;
  readonly input?: Uint8Array | string;
  /** Stops the program. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a program without a shell and discards its output. Resolves on exit, even if it left a background process.
 * @param command its name and arguments
 * @returns whether it exited with code 0
 */
export function runProgram(
  [program = '', ...words]: readonly string[],
  { environment, input, signal }: ProgramOptions,
): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = startProgram(program, words, {
      environment,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
      windowsHide: true,
      signal,
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    // The program may exit before reading all input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
