import { execFile } from 'node:child_process';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isOlder } from '../is-older.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const web = join(root, 'packages/web');
const built = join(web, 'dist');
const generated = ['dist', 'types', 'node_modules'];

/**
 * Puts the web app, built from the sources as they are, into a folder: copied where the last build is of them, else
 * built there. What stands in `dist` is left alone, for others may be serving it.
 * @throws Error with what the build says when it fails
 */
export async function builtWebInto(folder: string): Promise<void> {
  if (await isFresh()) return cp(built, folder, { recursive: true });
  // The tests' own `NODE_ENV` would make it a build for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const words = [vite, 'build', web, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, words, { cwd: root, env });
}

async function isFresh(): Promise<boolean> {
  const inputs = (await readdir(web)).filter((name) => !generated.includes(name));
  const others = ['packages/engine/src', 'package-lock.json'];
  const sources = [...inputs.map((name) => join(web, name)), ...others.map((path) => join(root, path))];
  return !isOlder(join(built, 'index.html'), sources);
}
