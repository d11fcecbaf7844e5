import type { TestContext } from 'vitest';

type TestCleanup = (context: TestContext) => unknown;
type FileCleanup = () => unknown;

/** Callbacks that `setup.ts` runs, most recently registered first. */
export const cleanups = { afterTest: [] as TestCleanup[], afterFile: [] as FileCleanup[] };

/**
 * Registers a callback for the end of every test, in every test file of this process. Support modules are loaded once
 * per process, so Vitest's own `afterEach` would only cover the first file that imports them.
 */
export function afterEveryTest(callback: TestCleanup): void {
  cleanups.afterTest.unshift(callback);
}

/** Registers a callback for the end of every test file of this process. */
export function afterEveryFile(callback: FileCleanup): void {
  cleanups.afterFile.unshift(callback);
}
