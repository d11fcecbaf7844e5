import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWindows, requireCapability } from './capabilities.ts';
import { afterEveryFile } from './hooks.ts';

const folders: string[] = [];

afterEveryFile(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true });
    rmSync(dataFolderOf(folder), { recursive: true, force: true });
  }
});

/** The folder of the history of commands that run in a folder, which tests expect to be empty. */
export function dataFolderOf(folder: string): string {
  return `${folder}-data`;
}

/** A new folder, removed after the tests of its file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tryout-test-'));
  folders.push(folder);
  return folder;
}

export interface CommandResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stdoutBytes: Buffer;
  readonly stderr: string;
}

/** The environment of every tested command: no settings or tokens of the developer's machine. */
export function isolatedEnvironment(
  folder: string,
  more: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const environment = {
    PATH: process.env['PATH'],
    HOME: folder,
    // Windows has its own name for the home folder, and opens no socket without the other variable.
    ...(isWindows && { USERPROFILE: folder, SystemRoot: process.env['SystemRoot'] }),
    LANG: 'C.UTF-8',
    TRYOUT_CONFIG_DIR: join(folder, 'settings'),
    TRYOUT_DATA_DIR: dataFolderOf(folder),
    HF_HOME: join(folder, 'hub-home'),
    ...more,
  };
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Waits for a command to end and collects its output. */
export async function waitForExit(child: ChildProcessWithoutNullStreams): Promise<CommandResult> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  const stdoutBytes = Buffer.concat(stdout);
  return {
    code,
    signal,
    stdout: stdoutBytes.toString(),
    stdoutBytes,
    stderr: Buffer.concat(stderr).toString(),
  };
}

/** Whether a process runs. One that ended exists until its parent notices, which the first process of a container may never do. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) [XZ] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}

/** A folder of shell scripts that replace system programs such as `xclip`. */
export interface FakePrograms {
  /** The folder, for `PATH`. */
  readonly path: string;
  /** Adds a program; `script` is the body of a shell script. */
  add(name: string, script: string): void;
  /** The content of a file that a program wrote to the folder `$OUT`. */
  read(name: string): string | undefined;
  /** The folder `$OUT`. */
  readonly out: string;
}

export function fakePrograms(): FakePrograms {
  requireCapability('programs that are shell scripts');
  const folder = temporaryFolder();
  const out = temporaryFolder();
  return {
    path: folder,
    out,
    add(name, script) {
      const file = join(folder, name);
      writeFileSync(file, `#!/bin/sh\nPATH=/usr/bin:/bin\nOUT='${out}'\n${script}\n`);
      chmodSync(file, 0o755);
    },
    read(name) {
      const file = join(out, name);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    },
  };
}
