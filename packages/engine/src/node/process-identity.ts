import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { attempt } from '../text/index.ts';
import { isAlive } from './private-file.ts';

const identity = v.object({
  host: v.string(),
  /** The same for processes that can look each other up by their number. */
  place: v.string(),
  processId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** When it started, in the system's form; empty where that is unknown. */
  started: v.string(),
});

/** A process, told apart from later ones with its number, and from those of other machines and containers. */
export type ProcessIdentity = v.InferOutput<typeof identity>;

const read = (path: string) => readFile(path, 'utf8').catch(() => '');

/** Machines may share a name, and containers a machine. */
async function findPlace(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  const parts = [hostname(), (await read('/etc/machine-id')).trim(), namespace];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** When a process started; empty if that is unknown, `ended` for one whose parent has not noticed its end. */
async function findStart(processId: number): Promise<string> {
  if (process.platform === 'linux') {
    const stat = await read(`/proc/${processId}/stat`);
    // After the name, which may contain spaces: the state, 18 numbers, and the start in ticks since the boot.
    const [, state = '', start] = /.*\) (\w)(?: \S+){18} (\d+)/s.exec(stat) ?? [];
    if (/[ZX]/.test(state)) return 'ended';
    const boot = (await read('/proc/sys/kernel/random/boot_id')).trim();
    return start && boot ? `${boot} ${start}` : '';
  }
  if (process.platform !== 'darwin') return '';
  // The same text for every caller.
  const options = { env: { LC_ALL: 'C', TZ: 'UTC' } };
  const words = ['-o', 'lstart=', '-p', String(processId)];
  const { execFile } = await import('node:child_process');
  return promisify(execFile)('/bin/ps', words, options).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}

let own: Promise<readonly [place: string, started: string]> | undefined;

export async function getOwnIdentity(): Promise<ProcessIdentity> {
  own ??= Promise.all([findPlace(), findStart(process.pid)]);
  const [place, started] = await own;
  return { host: hostname(), place, processId: process.pid, started };
}

/** Undefined for other texts. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  const value = attempt(() => JSON.parse(text) as unknown);
  return v.is(identity, value) ? value : undefined;
}

/** Whether a process certainly ended. Stopped ones, those of other machines and unknown ones did not. */
export async function hasEnded({ place, processId, started }: ProcessIdentity): Promise<boolean> {
  if (place !== (await getOwnIdentity()).place) return false;
  if (!isAlive(processId)) return true;
  const current = await findStart(processId);
  return current !== '' && started !== '' && current !== started;
}
