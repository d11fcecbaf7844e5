import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const browserLike = 'tests/**/*.browser-like.test.ts';
const inBrowser = 'tests/e2e/web/**/*.test.ts';

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
          exclude: [browserLike, inBrowser],
          // Tests leave no state in their process. Isolated files would each load the engine and the sandbox.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser-like',
          include: [browserLike],
          environment: 'happy-dom',
          globalSetup: 'tests/support/browser-like-setup.ts',
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
    ],
  },
});
