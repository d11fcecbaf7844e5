import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The script that users start. */
export const launcher = join(root, 'bin/tryout.js');

const cache = join(root, 'node_modules/.cache');
const lock = join(cache, 'cli-build.lock');

/** Builds the command line if its sources are newer. Other workers wait for the build. */
export function ensureBuilt(): void {
  mkdirSync(cache, { recursive: true });
  while (!acquireLock()) {
    // A killed run leaves its lock behind.
    const lockedAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - lockedAt > 60_000) rmSync(lock, { recursive: true, force: true });
    // Blocks this worker for 50 ms while another one builds.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
  try {
    if (isStale()) execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function acquireLock(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

function isStale(): boolean {
  const builtAt = statSync(join(root, 'packages/cli/dist/tryout.cjs'), { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return true;
  const sources = ['engine', 'sandbox', 'cli'].map((name) => join(root, 'packages', name, 'src'));
  return [...sources.flatMap(filesIn), join(root, 'scripts/build.mjs')].some(
    (file) => statSync(file).mtimeMs > builtAt,
  );
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
