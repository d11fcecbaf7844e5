import { afterAll, afterEach, beforeEach, inject } from 'vitest';
import { cleanups } from './hooks.ts';

/** Only set for tests in a browser. */
const noBrowser = inject('noBrowser');

if (noBrowser !== undefined) beforeEach(({ skip }) => skip(noBrowser));

afterEach((context) => runAll(cleanups.afterTest.map((cleanup) => () => cleanup(context))));

afterAll(() => runAll(cleanups.afterFile));

/** Runs all of them in order, then throws the first error. */
async function runAll(callbacks: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const callback of callbacks) {
    try {
      await callback();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
