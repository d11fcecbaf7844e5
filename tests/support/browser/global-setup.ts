import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { findChromium, type BrowserProgram } from './find-chromium.mts';

declare module 'vitest' {
  export interface ProvidedContext {
    browser: BrowserProgram;
    /** Why there is no browser; undefined if there is one. */
    noBrowser: string | undefined;
    web: {
      /** The folder of the built web app. */
      readonly folder: string;
      /** The build's error message, if it failed. */
      readonly failure?: string;
    };
  }
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Finds a browser and builds the web app, once for all test files. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  const browser = await findChromium().catch((error: Error) => {
    if (process.env['CI'] !== undefined || process.env['TRYOUT_CHROMIUM']) throw error;
    return error.message;
  });
  if (typeof browser === 'string') {
    project.provide('noBrowser', browser);
    return;
  }
  project.provide('browser', browser);
  const folder = await mkdtemp(join(tmpdir(), 'tryout-web-'));
  const failure = await buildWeb(folder).then(() => undefined, String);
  // A failed build should only fail the tests that open the app.
  project.provide('web', failure === undefined ? { folder } : { folder, failure });
  return () => rm(folder, { recursive: true, force: true });
}

/** Builds the web app into a new folder: `packages/web/dist` may be outdated, customized or in use. */
async function buildWeb(folder: string): Promise<void> {
  // Vitest sets NODE_ENV to `test`, which would make this a development build.
  const env = { ...process.env, NODE_ENV: 'production' };
  const options = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  const words = ['node_modules/vite/bin/vite.js', 'build', 'packages/web', ...options];
  await promisify(execFile)(process.execPath, words, { cwd: root, env });
}
