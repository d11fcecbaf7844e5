import { defineConfig } from 'vitest/config';

const browserLike = 'tests/**/*.browser-like.test.ts';

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/summary-reporter.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'node', include: ['tests/**/*.test.ts'], exclude: [browserLike] } },
      {
        extends: true,
        test: {
          name: 'browser-like',
          include: [browserLike],
          environment: 'happy-dom',
          globalSetup: 'tests/support/shared-sandbox.ts',
        },
      },
    ],
  },
});
