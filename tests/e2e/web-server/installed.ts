import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { ensureBuilt } from '../../support/built-cli.ts';
import {
  waitForExit,
  isolatedEnvironment,
  temporaryFolder,
  type CommandResult,
} from '../../support/process.ts';
import { appFolder } from './app-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const started = new Set<ChildProcessWithoutNullStreams>();

afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** The built command line in a place of its own. @param withApp whether a small web app stands built beside it */
export function installed(withApp = true): string {
  ensureBuilt();
  const folder = temporaryFolder();
  for (const part of ['bin', 'packages/cli/dist'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  if (withApp) appFolder(join(folder, 'packages/web/dist'));
  return folder;
}

/** A `tryout web` that serves. */
export interface Serving {
  /** What it printed first. */
  readonly printed: string;
  /** Ctrl-C, and how the command then ends. */
  stop(): Promise<CommandResult>;
}

/** Runs `tryout web` to its end. */
export function web(
  folder: string,
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [join(folder, 'bin/tryout.js'), 'web', ...words], {
    env: isolatedEnvironment(folder, { BROWSER: undefined, ...environment }),
  });
  started.add(child);
  return child;
}

/** Starts `tryout web` and waits until it has printed its address; fails when it ends before. */
export async function serving(...given: Parameters<typeof web>): Promise<Serving> {
  const child = web(...given);
  const end = waitForExit(child);
  const printed = new Promise<string>((resolve) =>
    child.stdout.once('data', (piece: Buffer) => resolve(piece.toString())),
  );
  const first = await Promise.race([printed, end]);
  if (typeof first !== 'string') throw new Error(`The command ended:\n${first.stderr}`);
  return {
    printed: first,
    stop() {
      child.kill('SIGINT');
      return end;
    },
  };
}
