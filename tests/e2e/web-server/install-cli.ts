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

/** Copies the built command-line tool to a temporary folder, with a small web app unless `withApp` is false. */
export function installCli(withApp = true): string {
  ensureBuilt();
  const folder = temporaryFolder();
  for (const part of ['bin', 'packages/cli/dist'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  if (withApp) appFolder(join(folder, 'packages/web/dist'));
  return folder;
}

export interface Serving {
  /** The first output. */
  readonly printed: string;
  /** Sends Ctrl-C and returns the result of the command. */
  stop(): Promise<CommandResult>;
}

export function startWeb(
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

/** Starts `tryout web` and waits for its URL; fails if the command exits first. */
export async function serveWeb(...given: Parameters<typeof startWeb>): Promise<Serving> {
  const child = startWeb(...given);
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
