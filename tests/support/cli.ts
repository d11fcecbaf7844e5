import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { ensureBuilt, launcher } from './built-cli.ts';
import { ended, isolatedEnvironment, temporaryFolder, type Ended } from './process.ts';

export { ended, isolatedEnvironment, temporaryFolder, type Ended } from './process.ts';

ensureBuilt();

/** Where a command is run. */
export interface Surroundings {
  /** Its working folder, which also holds its settings unless told otherwise; a new one by default. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
}

/** Starts the command line without a terminal. */
export function startCli(
  words: readonly string[],
  { folder = temporaryFolder(), environment }: Surroundings = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [launcher, ...words], {
    cwd: folder,
    env: isolatedEnvironment(folder, environment),
  });
}

/** Runs a command line to its end. */
export async function cli(words: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  const child = startCli(words, surroundings);
  // A command that needs no input may be gone before it has taken any.
  child.stdin.on('error', () => undefined);
  child.stdin.end(surroundings.input ?? '');
  return ended(child);
}

/** The options that point a command at a hub. */
export function at({ hubUrl, inferenceUrl }: { hubUrl: string; inferenceUrl: string }): string[] {
  return ['--hub-url', hubUrl, '--inference-url', inferenceUrl];
}
