import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { builtWebInto } from './built-web.ts';
import { foundBrowser, type FoundBrowser } from './found-browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browser: FoundBrowser;
    web: {
      /** Where the built web app is. */
      readonly folder: string;
      /** Why it is not. */
      readonly failure?: string;
    };
  }
}

/** Once for all test files: finds the browser and builds the web app. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('browser', await foundBrowser());
  const folder = await mkdtemp(join(tmpdir(), 'tryout-web-'));
  const failure = await builtWebInto(folder).then(() => undefined, String);
  // The tests that open the app are to fail for it, and no others.
  project.provide('web', failure === undefined ? { folder } : { folder, failure });
  return () => rm(folder, { recursive: true, force: true });
}
