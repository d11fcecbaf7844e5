import type { TestContext } from 'vitest';

type AfterTest = (context: TestContext) => unknown;
type AfterFile = () => unknown;

/** What `end-tests.ts` does after each test and after each file of tests: last what was asked for first. */
export const asked = { afterTest: [] as AfterTest[], afterFile: [] as AfterFile[] };

/**
 * Has something done after every test, in every file of tests that this process goes through. What a support module
 * would ask of Vitest itself when it is loaded, it would ask for the first of them alone.
 */
export function afterEveryTest(work: AfterTest): void {
  asked.afterTest.unshift(work);
}

/** The same after every file. */
export function afterEveryFile(work: AfterFile): void {
  asked.afterFile.unshift(work);
}
