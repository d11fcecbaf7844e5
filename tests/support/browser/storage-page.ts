import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { temporaryFolder } from '../process.ts';
import { openApp, type OpenApp } from './open-app.ts';

const root = join(import.meta.dirname, '../../..');

const markup = `<!doctype html>
<html lang="en">
  <head><title>Storage</title><link rel="icon" href="data:," /></head>
  <body><script type="module" src="./storage.js"></script></body>
</html>`;

/** Opens an empty page with the web app's storage as `window.storage`, in a profile of its own. */
export async function openStoragePage(): Promise<OpenApp> {
  const folder = temporaryFolder();
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir: folder,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, 'storage-entry.ts'),
        formats: ['es'],
        fileName: () => 'storage.js',
      },
    },
  });
  writeFileSync(join(folder, 'index.html'), markup);
  const app = await openApp({ folder, ownProfile: true });
  await storageReady(app.page);
  return app;
}

/** Waits for the page's script. */
export async function storageReady(page: Page): Promise<void> {
  await page.waitForFunction(() => 'storage' in window);
}
