import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEveryFile } from './hooks.ts';

const folders: string[] = [];

afterEveryFile(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder, removed after the tests of its file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tryout-test-'));
  folders.push(folder);
  return folder;
}

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stdoutBytes: Buffer;
  readonly stderr: string;
}

/** The environment of every command in a test: nothing of the person who runs the tests, nothing kept. */
export function isolatedEnvironment(
  folder: string,
  more: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const environment = {
    PATH: process.env['PATH'],
    HOME: folder,
    LANG: 'C.UTF-8',
    TRYOUT_CONFIG_DIR: join(folder, 'settings'),
    HF_HOME: join(folder, 'hub-home'),
    ...more,
  };
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Waits for a started command and collects what it wrote. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => stdout.push(piece));
  child.stderr.on('data', (piece: Buffer) => stderr.push(piece));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  const bytes = Buffer.concat(stdout);
  return {
    code,
    signal,
    stdout: bytes.toString(),
    stdoutBytes: bytes,
    stderr: Buffer.concat(stderr).toString(),
  };
}

/** Whether there is a process of this number. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
