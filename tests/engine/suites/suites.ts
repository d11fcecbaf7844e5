import { eachKindSuite } from './each-kind.ts';
import { errorsSuite } from './errors.ts';
import { listingSuite } from './listing.ts';
import { routingSuite } from './routing.ts';
import type { Runtime } from './runtime.ts';
import { signInSuite } from './sign-in.ts';
import { streamingSuite } from './streaming.ts';

/** Suites for Node and browsers. */
export const suites: readonly [name: string, suite: (runtime: Runtime) => void][] = [
  ['routing', routingSuite],
  ['a task of each kind', eachKindSuite],
  ['streaming', streamingSuite],
  ['listing', listingSuite],
  ['errors', errorsSuite],
  ['signing in', signInSuite],
];
