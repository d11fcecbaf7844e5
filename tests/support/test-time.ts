import { TestRunner } from 'vitest';

/** Kept back from a test's time, so that what is told of a failure is still told. */
const RESERVE = 500;
const OUTSIDE_TESTS = 60_000;

/** Milliseconds that the running test has left to wait for something and then say why it failed. */
export function timeLeft(): number {
  const test = TestRunner.getCurrentTest();
  const started = test?.result?.startTime;
  if (!test || started === undefined) return OUTSIDE_TESTS;
  return Math.max(0, started + test.timeout - Date.now() - RESERVE);
}
