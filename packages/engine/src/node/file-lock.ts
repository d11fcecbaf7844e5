import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failureOf } from '../auth/index.ts';
import { openRegularFile } from './files.ts';
import { isAlive } from './private-file.ts';

/** Milliseconds between two looks at a lock that another process holds. */
const LOOK_AGAIN = 50;
/** Milliseconds; work under a lock has deadlines of its own, far shorter. */
const LONGEST_WORK = 120_000;
/** Milliseconds between making a lock's file and signing it; one whose maker was killed there stays empty. */
const LONGEST_SIGNING = 2000;

/**
 * Keeps processes from doing the same work at the same time: who makes the lock's file holds it. One whose maker was
 * killed, or that is too old for its process id to mean anything, is taken over. Where no file can be made, the work
 * is done without.
 */
export function fileLock(
  path: string,
): <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result> {
  return async (work, signal) => {
    // Of its own for each work: a process may come to hold the lock anew after another took it over.
    const mark = `${process.pid} ${randomUUID()}`;
    const isHeld = await acquire(path, mark, signal);
    try {
      return await work();
    } finally {
      if (isHeld) await release(path, mark);
    }
  };
}

/** Removes the lock, unless another has taken it over. */
async function release(path: string, mark: string): Promise<void> {
  const holder = await readFile(path, 'utf8').catch(() => undefined);
  if (holder === mark) await rm(path, { force: true });
}

/** Waits for the lock; false where there can be none. */
async function acquire(path: string, mark: string, signal?: AbortSignal): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  } catch {
    return false;
  }
  for (;;) {
    if (signal?.aborted) throw failureOf(signal);
    const code = await make(path, mark);
    if (code === undefined) return true;
    const held = code === 'EEXIST' ? await look(path) : 'unusable';
    if (held === 'unusable') return false;
    if (held === 'gone') continue;
    if (isAbandoned(held)) await takeAway(path);
    else await aWhile();
  }
}

function aWhile(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
}

/** Makes the lock; gives the code of the error that prevented it. */
async function make(path: string, mark: string): Promise<string | undefined> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(mark);
    } catch (error) {
      // On a full disk it would stay, unsigned, and others would wait for it.
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

/** Removes a lock that nobody holds any more. */
async function takeAway(path: string): Promise<void> {
  // Only one process can rename it; what it then has may be another's new lock all the same.
  const aside = `${path}.${process.pid}.tmp`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const taken = await look(aside);
  if (typeof taken === 'object' && !isAbandoned(taken)) await rename(aside, path).catch(() => undefined);
  else await rm(aside, { force: true });
}

interface Held {
  readonly owner: number;
  /** Milliseconds. */
  readonly age: number;
}

async function look(path: string): Promise<Held | 'gone' | 'unusable'> {
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

/** A lock that its maker has not yet signed is in use for as long as that may take. */
function isAbandoned({ owner, age }: Held): boolean {
  if (Math.abs(age) > LONGEST_WORK) return true;
  return owner > 0 ? !isAlive(owner) : Math.abs(age) > LONGEST_SIGNING;
}
