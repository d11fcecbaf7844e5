import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

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
