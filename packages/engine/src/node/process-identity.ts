import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { attempt, isRecord } from '../text/index.ts';
import { isAlive } from './private-file.ts';

/** A process, told apart from later ones with its number, and from those of other machines and containers. */
export interface ProcessIdentity {
  readonly host: string;
  /** The same for processes that can look each other up by their number. */
  readonly place: string;
  readonly processId: number;
  /** When it started, in the system's form; empty where that is unknown. */
  readonly started: string;
}

const read = (path: string) => readFile(path, 'utf8').catch(() => '');

/** Machines may share a name, and containers a machine. */
async function findPlace(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  const parts = [hostname(), (await read('/etc/machine-id')).trim(), namespace];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** The fields of `/proc/N/stat` after the name, which may contain spaces: the state, and the start in ticks since the boot. */
const [STATE, START] = [0, 19];

/** When a process started; empty if that is unknown, `ended` for one whose parent has not noticed its end. */
async function findStart(processId: number): Promise<string> {
  if (process.platform === 'linux') {
    const stat = await read(`/proc/${processId}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (/^[ZX]/.test(fields[STATE]!)) return 'ended';
    const boot = await read('/proc/sys/kernel/random/boot_id');
    return fields[START] === undefined || boot === '' ? '' : `${boot.trim()} ${fields[START]}`;
  }
  if (process.platform !== 'darwin') return '';
  // The same text for every caller.
  const options = { env: { LC_ALL: 'C', TZ: 'UTC' } };
  const words = ['-o', 'lstart=', '-p', String(processId)];
  return promisify(execFile)('/bin/ps', words, options).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}

let own: Promise<ProcessIdentity> | undefined;

export function getOwnIdentity(): Promise<ProcessIdentity> {
  const { pid: processId } = process;
  own ??= Promise.all([findPlace(), findStart(processId)]).then(([place, started]) => ({
    host: hostname(),
    place,
    processId,
    started,
  }));
  return own;
}

/** Undefined for other texts. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  const value = attempt(() => JSON.parse(text) as unknown);
  if (!isRecord(value)) return undefined;
  const { host, place, processId, started } = value;
  const isText = [host, place, started].every((part) => typeof part === 'string');
  const isNumber = Number.isSafeInteger(processId) && Number(processId) > 0;
  return isText && isNumber ? (value as unknown as ProcessIdentity) : undefined;
}

/** Whether a process certainly ended. Stopped ones, those of other machines and unknown ones did not. */
export async function hasEnded({ place, processId, started }: ProcessIdentity): Promise<boolean> {
  if (place !== (await getOwnIdentity()).place) return false;
  if (!isAlive(processId)) return true;
  const current = await findStart(processId);
  return current !== '' && started !== '' && current !== started;
}
