import { createHash, randomUUID } from 'node:crypto';
import { lstat, open, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { isFailure, SaveError } from '../errors/index.ts';
import { abortReason, pause } from '../http/index.ts';
import { attempt } from '../text/index.ts';
import { createFolder, FILE_MODE, isAlive } from './private-file.ts';

const identity = v.object({
  host: v.string(),
  /** The same for processes that can look each other up by their number. */
  place: v.string(),
  processId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** When it started, in the system's form; empty where that is unknown. */
  started: v.string(),
});

/** A process, told apart from later ones with its number, and from those of other machines and containers. */
type ProcessIdentity = v.InferOutput<typeof identity>;

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
    // After the name, which may contain spaces: the state, 16 numbers, the number of threads, one number, and the start in
    // ticks since the boot.
    const [, state = '', threads, start] = /.*\) (\w)(?: \S+){16} (\d+) \S+ (\d+)/s.exec(stat) ?? [];
    // Other threads of a killed process may still finish a system call after the first one has ended, such as removing its
    // lock: by then, that would be the lock of the next process.
    if (/[ZX]/.test(state) && Number(threads) <= 1) return 'ended';
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

async function getOwnIdentity(): Promise<ProcessIdentity> {
  own ??= Promise.all([findPlace(), findStart(process.pid)]);
  const [place, started] = await own;
  return { host: hostname(), place, processId: process.pid, started };
}

/** Undefined for other texts. */
function parseIdentity(text: string): ProcessIdentity | undefined {
  const value = attempt(() => JSON.parse(text) as unknown);
  return v.is(identity, value) ? value : undefined;
}

/** Whether a process certainly ended. Stopped ones, those of other machines and unknown ones did not. */
async function hasEnded({ place, processId, started }: ProcessIdentity): Promise<boolean> {
  if (place !== (await getOwnIdentity()).place) return false;
  if (!isAlive(processId)) return true;
  const current = await findStart(processId);
  return current !== '' && started !== '' && current !== started;
}

/** Milliseconds. */
const POLL_INTERVAL = 50;
/** Looks at one holder, which take a minute. The work has shorter deadlines, but its process may be stopped. */
const MAX_LOOKS = 1200;

/**
 * A lock between processes for short work. Does not lock if the file cannot be created.
 * @returns runs work; throws SaveError if one process holds the lock for a minute, which may be stopped
 */
export function fileLock(
  path: string,
): <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result> {
  return async (work, signal) => {
    await createFolder(dirname(path)).catch(() => undefined);
    const release = await acquireLock(path, { signal }).catch((error: unknown) => {
      if (isFailure(error)) throw error;
      return undefined;
    });
    try {
      return await work();
    } finally {
      await release?.();
    }
  };
}

/**
 * Takes a lock, which is a symbolic link to a description of its process: it is created together with its content. It
 * holds until it is released or its process has ended, however long that takes. To take over the lock of an ended
 * process, one holds a lock for exactly that content, so that only one process removes it.
 * @param options `looks` at one holder before it fails, for a minute by default; `of`, the lock that is taken over with this
 * @returns releases it
 * @throws SaveError if another process holds it, and what the file system throws
 */
export async function acquireLock(
  path: string,
  {
    signal,
    looks = MAX_LOOKS,
    of = path,
  }: { signal?: AbortSignal | undefined; looks?: number; of?: string } = {},
): Promise<() => Promise<void>> {
  const content = JSON.stringify({ ...(await getOwnIdentity()), id: randomUUID() });
  const release = () => removeLock(path, content);
  let [last, count]: [string | undefined, number] = [undefined, 0];
  for (;;) {
    if (signal?.aborted) throw abortReason(signal);
    if (await create(path, content)) return release;
    const current = await readLock(path);
    // Released meanwhile.
    if (current === undefined) continue;
    // Network file systems may report their own success as a failure.
    if (current === content) return release;
    const owner = parseIdentity(current);
    if (!owner && current !== '') throw new Error(`${path} is not a lock`);
    if (owner && (await hasEnded(owner))) {
      const hash = createHash('sha256').update(current).digest('hex').slice(0, 16);
      const releaseInner = await acquireLock(`${of}.${hash}`, { signal, of });
      try {
        await removeLock(path, current);
      } finally {
        await releaseInner();
      }
      continue;
    }
    count = current === last ? count + 1 : 1;
    last = current;
    if (count >= looks) {
      const holder = owner ? `Process ${owner.processId} of ${owner.host}` : 'Another process';
      throw new SaveError(`${holder} holds ${path}`, {
        hint: `Wait until it ends. If it no longer runs, remove ${path}.`,
      });
    }
    await pause(POLL_INTERVAL, signal);
  }
}

/** False if there is a file. */
async function create(path: string, content: string): Promise<boolean> {
  try {
    await symlink(content, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
  }
  // File systems without links. A process that is killed here leaves an empty file, which is never taken over.
  try {
    const file = await open(path, 'wx', FILE_MODE);
    try {
      await file.writeFile(content);
    } catch (error) {
      // On a full disk, others would wait for the empty file.
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined if there is none. @throws Error if it is not a lock: pipes and devices could hang */
async function readLock(path: string): Promise<string | undefined> {
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) return await readlink(path);
    if (!stats.isFile()) throw new Error(`${path} is not a lock`);
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    // A file has replaced the link.
    if (code === 'EINVAL') return '';
    throw error;
  }
}

async function removeLock(path: string, content: string): Promise<void> {
  if ((await readLock(path)) === content) await rm(path, { force: true });
}
