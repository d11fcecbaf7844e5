import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with one plain line that counts all tests, for readers that know no test runner's own. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const testModule of modules) {
      // A file that could not be collected has no tests that could fail.
      if (testModule.errors().length > 0) count.failed += 1;
      for (const test of testModule.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') count[state] += 1;
      }
    }
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
  }
}
