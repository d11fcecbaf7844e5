import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The launcher, as a person starts it. */
export const launcher = join(root, 'bin/tryout.js');

const cache = join(root, 'node_modules/.cache');
const lock = join(cache, 'cli-build.lock');
/** One mark for each run of the tests, whose workers share a parent. */
const mark = join(cache, `cli-built-${process.ppid}`);

/** Builds the command line if its sources are newer, once for all workers of a run of the tests. */
export function ensureBuilt(): void {
  mkdirSync(cache, { recursive: true });
  for (;;) {
    if (exists(mark)) return;
    if (take(lock)) break;
    if (ageOf(lock) > 60_000) rmSync(lock, { recursive: true, force: true });
    // Another worker builds; there is nothing else to do meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
  try {
    if (isStale()) execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
    writeFileSync(mark, '');
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Milliseconds; a lock that is old was left by a run that was killed. */
function ageOf(path: string): number {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return made === undefined ? 0 : Date.now() - made;
}

function take(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}

function isStale(): boolean {
  const built = statSync(join(root, 'packages/cli/dist/tryout.cjs'), { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return true;
  const sources = ['engine', 'sandbox', 'cli'].map((name) => join(root, 'packages', name, 'src'));
  return [...sources.flatMap(filesIn), join(root, 'scripts/build.mjs')].some(
    (file) => statSync(file).mtimeMs > built,
  );
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
