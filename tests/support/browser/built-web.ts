import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Builds the web app into a folder, in some two seconds. What stands in its `dist` may be older than the sources or
 * made for an address of its own, and others may be serving it: it is neither used nor touched.
 * @throws Error with what the build says when it fails
 */
export async function builtWebInto(folder: string): Promise<void> {
  // The tests' own `NODE_ENV` would make it a build for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const options = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  const words = ['node_modules/vite/bin/vite.js', 'build', 'packages/web', ...options];
  await promisify(execFile)(process.execPath, words, { cwd: root, env });
}
