import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import * as commands from './tests/components/support/server.mts';
import { findBundledChromium } from './tests/support/browser/find-chromium.mts';
import { browserArguments, fakeDevices } from './tests/support/browser/browser-arguments.mts';

const inBrowser = 'tests/e2e/web/**/*.test.ts';

/** Undefined if there is none; its absence fails the project `web` or skips its tests, with a line. */
const chromium = await findBundledChromium().catch(() => undefined);

/** Vite's server sends JSON as scripts, which browsers refuse for imports that ask for JSON. */
const jsonAsScript = {
  name: 'json-as-script',
  transform: (code: string) =>
    code.replace(/(import\((['"])[^'"]+\.json\2), \{ with: \{ type: ['"]json['"] \} \}\)/g, '$1)'),
};

/** Of all sources of the engine, which components import as one module; otherwise the bundled one would be used after a change. */
function hashEngine(): string {
  const hash = createHash('sha1');
  const folder = join(import.meta.dirname, 'packages/engine/src');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/\.(?:ts|mjs|json)$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)));
  return JSON.stringify(hash.digest('hex'));
}

const LOOKS = 'tests/components/looks.test.tsx';

/** Tests of components, on one page with one sandbox. */
const componentProject = (
  name: string,
  groupOrder: number,
  tests: string,
  exclude: string[] = [],
): TestProjectConfiguration => ({
  extends: true,
  plugins: [jsonAsScript],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  optimizeDeps: {
    // Found before the first test, since finding another one later reloads the page.
    entries: [
      'packages/web/src/main.tsx',
      'packages/web/src/state/batch/batch-worker.ts',
      'packages/engine/src/index.ts',
    ],
    // One module instead of two hundred, and React without checks, which take half of its time.
    include: ['@tryout/engine', 'react/jsx-runtime'],
    rolldownOptions: {
      transform: { define: { 'process.env.NODE_ENV': '"production"', ENGINE_HASH: hashEngine() } },
    },
  },
  test: {
    name,
    include: chromium ? [tests] : [],
    exclude,
    globalSetup: 'tests/components/support/global-setup.ts',
    setupFiles: ['tests/components/support/styles.ts'],
    provide: { isBundledChromium: chromium?.isBundled === true },
    // One page loads the app's modules once.
    isolate: false,
    fileParallelism: false,
    // Projects with other numbers of workers run one after the other.
    sequence: { groupOrder },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      commands: { ...commands },
      expect: {
        toMatchScreenshot: {
          // Smoothed edges are not compared at all, and no more than this of the rest may differ.
          comparatorOptions: { allowedMismatchedPixels: 200 },
          resolveScreenshotPath: ({ arg, root }) => `${root}/tests/components/looks/${arg}.png`,
          timeout: 40_000,
        },
      },
      provider: playwright({
        // Less than a test, so that the step is reported.
        actionTimeout: 20_000,
        launchOptions: {
          executablePath: chromium?.path,
          env: { ...process.env, ...chromium?.environment },
          args: [...browserArguments, ...fakeDevices],
        },
        contextOptions: {
          // Larger viewports of tests would be scaled.
          viewport: { width: 1280, height: 1600 },
          reducedMotion: 'reduce',
          locale: 'en-US',
          timezoneId: 'UTC',
          permissions: ['clipboard-read', 'clipboard-write', 'microphone', 'camera'],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});

export default defineConfig({
  // Inserted by the build.
  define: { TRYOUT_VERSION: '"0.0.0"' },
  test: {
    reporters: ['default', './tests/support/summary-reporter.ts'],
    // Generous for slow machines: tests never wait for a fixed time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
    // The summary names the tests that passed only at the second try: each is a defect, of the program or of the test.
    retry: process.env.CI === undefined ? 0 : 1,
    setupFiles: 'tests/support/setup.ts',
    tags: [{ name: 'nightly', description: 'Takes long, or rarely fails: not part of npm test.' }],
    // Tests wait for processes and pages much of their time.
    maxWorkers: 2 * availableParallelism(),
    // Projects share their transformed modules, and the next run has them.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: [inBrowser, 'tests/components/**'],
          // Tests leave no state in their process. Isolated files would each load the engine and the sandbox.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: [inBrowser],
          globalSetup: 'tests/support/browser/global-setup.ts',
          // Isolated files would each load Playwright and start a browser; contexts isolate the pages.
          isolate: false,
        },
      },
      componentProject('components', 1, 'tests/components/**/*.test.tsx', [LOOKS]),
      // A page of its own: the order of style sheets and the state of the sandbox are part of a look.
      componentProject('looks', 2, LOOKS),
    ],
  },
});
