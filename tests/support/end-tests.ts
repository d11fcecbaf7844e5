import { afterAll, afterEach } from 'vitest';
import { asked } from './hooks.ts';

afterEach((context) => allOf(asked.afterTest.map((work) => () => work(context))));

afterAll(() => allOf(asked.afterFile));

/** One after the other, each although those before have failed. */
async function allOf(works: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
