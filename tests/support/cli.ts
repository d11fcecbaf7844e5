import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { FailureDescription } from '@tryout/engine';
import { ensureBuilt, launcher } from './built-cli.ts';
import { requireCapability } from './capabilities.ts';
import { isolatedEnvironment, temporaryFolder, waitForExit, type CommandResult } from './process.ts';

export { isolatedEnvironment, temporaryFolder, waitForExit, type CommandResult } from './process.ts';

ensureBuilt();

export interface CliOptions {
  /** The working directory, which also holds the settings by default; a new folder if omitted. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
}

/** Starts the command line without a terminal. */
export function startCli(
  words: readonly string[],
  { folder = temporaryFolder(), environment }: CliOptions = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [launcher, ...words], {
    cwd: folder,
    env: isolatedEnvironment(folder, environment),
  });
}

/** Runs a command to its end. */
export async function cli(words: readonly string[], options: CliOptions = {}): Promise<CommandResult> {
  const child = startCli(words, options);
  // A command that needs no input may exit before it has read any.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  return waitForExit(child);
}

/** The URLs of a hub, or one server that is both hub and inference host. */
export type HubAddress =
  | { readonly hubUrl: string; readonly inferenceUrl: string }
  | { readonly url: string };

/** The options that point a command at a hub. */
export function at(hub: HubAddress): string[] {
  const { hubUrl, inferenceUrl } = 'url' in hub ? { hubUrl: hub.url, inferenceUrl: hub.url } : hub;
  return ['--hub-url', hubUrl, '--inference-url', inferenceUrl];
}

/** A command that is still running. */
export interface RunningCli {
  /** Waits until standard error matches; fails when the command ends first. */
  waitForStderr(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a signal, by default SIGINT. */
  interrupt(signal?: NodeJS.Signals): void;
  readonly ended: Promise<CommandResult>;
}

/** Starts the command line without a terminal and without opening a browser. */
export function runningCli(words: readonly string[], options: CliOptions = {}): RunningCli {
  const child = startCli(words, { ...options, environment: { BROWSER: 'true', ...options.environment } });
  child.stdin.end();
  return follow(child.stderr, waitForExit(child), (signal) => {
    requireCapability('signals that a process can handle');
    child.kill(signal);
  });
}

/** A command with this standard error. */
export function follow(
  errors: Readable,
  result: Promise<CommandResult>,
  send: (signal: NodeJS.Signals) => void,
): RunningCli {
  let stderr = '';
  let isOver = false;
  const checks = new Set<() => void>();
  const checkAll = () => checks.forEach((check) => check());
  errors.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    checkAll();
  });
  const ended = result.finally(() => {
    isOver = true;
    checkAll();
  });
  return {
    ended,
    interrupt: (signal = 'SIGINT') => send(signal),
    waitForStderr: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const match = pattern.exec(stderr);
          if (!match && !isOver) return;
          checks.delete(check);
          if (match) resolve(match);
          else reject(new Error(`The command ended before ${String(pattern)} matched:\n${stderr}`));
        };
        checks.add(check);
        check();
      }),
  };
}

/** The error that `--json` prints for a command that fails. */
export function failureIn(stderr: string): Partial<FailureDescription> {
  const report = stderr.split('\n').find((line) => line.startsWith('{"error":')) ?? '{}';
  return (JSON.parse(report) as { error?: FailureDescription }).error ?? {};
}
