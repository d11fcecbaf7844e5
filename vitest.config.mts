import { defineConfig } from 'vitest/config';

const browserLike = 'tests/**/*.browser-like.test.ts';
const inBrowser = 'tests/e2e/web/**/*.test.ts';
/** What starts programs or computes, and keeps nothing in its own process that another file would meet. */
const together = ['tests/{cli,contract,presentation,tui,e2e/cli,sandbox/models,sandbox/server}/**/*.test.ts'];

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/summary-reporter.ts'],
    // For the slowest machine: whoever waits for something looks again at once, so that none of it is ever waited out.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    setupFiles: 'tests/support/end-tests.ts',
    // Much of a test is waiting for programs, servers and pages: by itself Vitest would leave one of two cores idle.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: [browserLike, inBrowser, ...together],
        },
      },
      {
        extends: true,
        // Each file anew would load the engine and the sandbox.
        test: { name: 'together', include: together, exclude: [browserLike], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'browser-like',
          include: [browserLike],
          environment: 'happy-dom',
          globalSetup: 'tests/support/shared-sandbox.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: [inBrowser],
          globalSetup: 'tests/support/browser/global-setup.ts',
          // Each file anew would load the browser's driver and start a browser; the pages' own state is in the pages.
          isolate: false,
        },
      },
    ],
  },
});
