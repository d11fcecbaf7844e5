import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { abortReason } from '../http/index.ts';
import { openRegularFile } from './files.ts';
import { isAlive } from './private-file.ts';

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
    const isHeld = await acquire(path, mark, signal);
    try {
      return await work();
    } finally {
      if (isHeld) await release(path, mark);
    }
  };
}

async function release(path: string, mark: string): Promise<void> {
  const holder = await readFile(path, 'utf8').catch(() => undefined);
  if (holder === mark) await rm(path, { force: true });
}

/** Waits for the lock; false if no file can be created. */
async function acquire(path: string, mark: string, signal?: AbortSignal): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  } catch {
    return false;
  }
  for (;;) {
    if (signal?.aborted) throw abortReason(signal);
    const code = await create(path, mark);
    if (code === undefined) return true;
    const held = code === 'EEXIST' ? await readLock(path) : 'unusable';
    if (held === 'unusable') return false;
    if (held === 'gone') continue;
    if (isAbandoned(held)) await removeAbandoned(path);
    else await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
}

/** The code of the error, if it failed. */
async function create(path: string, mark: string): Promise<string | undefined> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(mark);
    } catch (error) {
      // On a full disk, others would wait for the empty file.
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

async function removeAbandoned(path: string): Promise<void> {
  // Only one process can rename it, but it may rename a new lock.
  const aside = `${path}.${process.pid}.tmp`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const taken = await readLock(aside);
  if (typeof taken === 'object' && !isAbandoned(taken)) await rename(aside, path).catch(() => undefined);
  else await rm(aside, { force: true });
}

interface Held {
  readonly owner: number;
  /** Milliseconds. */
  readonly age: number;
}

async function readLock(path: string): Promise<Held | 'gone' | 'unusable'> {
  try {
    const file = await openRegularFile(path);
    try {
      const [text, { mtimeMs }] = await Promise.all([file.readFile('utf8'), file.stat()]);
      return { owner: Number(text.split(' ')[0]), age: Date.now() - mtimeMs };
    } finally {
      await file.close();
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : 'unusable';
  }
}

function isAbandoned({ owner, age }: Held): boolean {
  if (Math.abs(age) > MAX_AGE) return true;
  return owner > 0 ? !isAlive(owner) : Math.abs(age) > MAX_EMPTY_AGE;
}
