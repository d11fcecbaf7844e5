import type { Reporter, TestCase, TestModule, TestResult, Vitest } from 'vitest/node';

/**
 * Prints why tests were skipped, which failed or passed only when they were tried again, and `N passed, N failed, N skipped`
 * as the last line of the output. Tests of the part that does not run (`nightly`, or all others) are not counted.
 */
export default class SummaryReporter implements Reporter {
  #isOfThisPart: (test: TestCase) => boolean = () => true;

  onInit({ config: { tagsFilter } }: Vitest): void {
    const isNightly = ({ tags }: TestCase) => tags.includes('nightly');
    if (tagsFilter?.includes('nightly')) this.#isOfThisPart = isNightly;
    if (tagsFilter?.includes('!nightly')) this.#isOfThisPart = (test) => !isNightly(test);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    /** Tests per reason and file. */
    const skipped = new Map<string, number>();
    const failed = errors.map((error) => `Failed: ${String(error)}`);
    const unreliable: string[] = [];
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const testModule of modules) {
      // A file that fails to load has no tests to count.
      const [loadError] = testModule.errors();
      if (loadError) {
        count.failed += 1;
        failed.push(`Failed: ${testModule.relativeModuleId}\n  ${loadError.message}`);
      }
      for (const test of testModule.children.allTests()) {
        if (!this.#isOfThisPart(test)) continue;
        const result = test.result();
        if (result.state !== 'pending') count[result.state] += 1;
        const name = `${testModule.relativeModuleId}: ${test.fullName}`;
        if (result.state === 'failed') failed.push(`Failed: ${name}\n${whyFailed(result)}`);
        // Tests that must fail are tried again, too.
        else if (test.diagnostic()?.flaky && !test.options.fails)
          unreliable.push(`Passed only at the second try: ${name}\n${whyFailed(result)}`);
        if (result.state !== 'skipped' || result.note === undefined) continue;
        const reason = `${testModule.relativeModuleId}: ${result.note}`;
        skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
      }
    }
    process.stdout.write('\n');
    for (const [reason, tests] of skipped) process.stdout.write(`Skipped ${tests} in ${reason}\n`);
    for (const text of [...unreliable, ...failed]) process.stdout.write(`${text}\n`);
    process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
  }
}

/** The first error, and where in the tests it was. */
function whyFailed({ errors: [error] = [] }: TestResult): string {
  const { file, line } = error?.stacks?.[0] ?? {};
  return `  ${error?.message}\n  at ${file}:${line}`;
}
