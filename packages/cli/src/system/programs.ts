import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import type { Environment } from '../terminal/terminal.ts';

interface StartOptions extends Omit<SpawnOptions, 'env'> {
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Starts a program of the system (a player, a browser) without a shell. It does not inherit the token. */
export function startProgram(
  program: string,
  words: readonly string[],
  { environment, ...options }: StartOptions,
): ChildProcess {
  const { HF_TOKEN: _token, ...env } = environment;
  return spawn(program, words, { ...options, env });
}

/** How a program ended: `missing` if there is none, or it must not be started. */
export type ProgramEnd = 'done' | 'failed' | 'missing';

interface ProgramOptions {
  readonly environment: Environment;
  /** Its standard input; empty by default. */
  readonly input?: Uint8Array | string;
  /** Ends the program, with the result `failed`. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a system program without a shell and discards its output. Clipboard programs continue in the background, without
 * being waited for.
 * @param command its name, searched for in `PATH`, and its arguments
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
      signal,
    });
    child.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ENOENT' || code === 'EACCES' ? 'missing' : 'failed'),
    );
    child.once('exit', (code) => resolve(code === 0 ? 'done' : 'failed'));
    // The program may end before it has read its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
