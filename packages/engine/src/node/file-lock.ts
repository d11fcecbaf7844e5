import { lstat, open, readFile, rename, rm, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { abortReason } from '../http/index.ts';
import { createFolder, FILE_MODE, isAlive } from './private-file.ts';

/** Milliseconds. */
const POLL_INTERVAL = 50;
/** Milliseconds; the work has much shorter deadlines. */
const MAX_AGE = 120_000;
/** Milliseconds until the owner is written into the file. */
const MAX_EMPTY_AGE = 2000;

/**
 * A lock between processes, held by the creator of its file. Takes over old locks and those of killed processes. Does not
 * lock if the file cannot be created.
 */
export function fileLock(
  path: string,
): <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result> {
  return async (work, signal) => {
    // Unique, since another process may have taken over an earlier lock of this one.
    const mark = `${process.pid} ${crypto.randomUUID()}`;
    await acquire(path, mark, signal);
    try {
      return await work();
    } finally {
      if ((await readLock(path).catch(() => undefined))?.text === mark) await rm(path, { force: true });
    }
  };
}

/** Milliseconds between signs of life, for other machines. */
const HEARTBEAT = 30_000;

/**
 * Holds a lock for long work, without waiting for it.
 * @returns releases it; undefined if another process holds it, also on another machine
 */
export async function holdLock(path: string): Promise<(() => Promise<void>) | undefined> {
  const mark = `${process.pid} ${crypto.randomUUID()} ${hostname()}`;
  for (;;) {
    try {
      await create(path, mark);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if ((await getState(path)) !== 'abandoned') return undefined;
      await removeLock(path);
    }
  }
  const beat = () => void utimes(path, new Date(), new Date()).catch(() => undefined);
  const timer = setInterval(beat, HEARTBEAT).unref();
  return async () => {
    clearInterval(timer);
    if ((await readLock(path).catch(() => undefined))?.text === mark) await rm(path, { force: true });
  };
}

/** Creates the file, or gives up if that is impossible. */
async function acquire(path: string, mark: string, signal?: AbortSignal): Promise<void> {
  await createFolder(dirname(path)).catch(() => undefined);
  for (;;) {
    if (signal?.aborted) throw abortReason(signal);
    try {
      return await create(path, mark);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return;
    }
    const state = await getState(path);
    if (state === 'unusable') return;
    if (state === 'abandoned') await removeLock(path);
    else await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
}

async function create(path: string, mark: string): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE);
  try {
    await file.writeFile(mark);
  } catch (error) {
    // On a full disk, others would wait for the empty file.
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function removeLock(path: string): Promise<void> {
  // Only one process can rename it, but it may rename a new lock.
  const aside = `${path}.${process.pid}.tmp`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await getState(aside)) === 'held') await rename(aside, path).catch(() => undefined);
  else await rm(aside, { force: true });
}

/** @throws Error if it is not a file: pipes and devices could hang */
async function readLock(path: string): Promise<{ readonly text: string; readonly mtimeMs: number }> {
  const stats = await lstat(path);
  if (!stats.isFile()) throw new Error('it is not a file');
  return { text: await readFile(path, 'utf8'), mtimeMs: stats.mtimeMs };
}

async function getState(path: string): Promise<'held' | 'abandoned' | 'unusable'> {
  try {
    const { text, mtimeMs } = await readLock(path);
    const age = Math.abs(Date.now() - mtimeMs);
    const owner = parseInt(text, 10);
    if (text !== '' && !(owner > 0)) return 'unusable';
    const [, , host = hostname()] = text.split(' ');
    const isLeft = owner > 0 ? host === hostname() && !isAlive(owner) : age > MAX_EMPTY_AGE;
    return isLeft || age > MAX_AGE ? 'abandoned' : 'held';
  } catch (error) {
    // Released meanwhile.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'held' : 'unusable';
  }
}
