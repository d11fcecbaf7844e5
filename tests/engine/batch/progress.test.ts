import { describeProgress, type BatchProgress } from '@tryout/engine';
import { expect, test } from 'vitest';

const none: BatchProgress = {
  ...{ done: 0, failed: 0, skipped: 0, skippedFailures: 0, seconds: 2, paused: 0, uncounted: 0 },
  ...{ cost: undefined, unpricedRows: 0, isCostRough: false },
  ...{ causes: new Map(), models: [], checks: new Map() },
};

test.each<[string, Partial<BatchProgress>, number | undefined, string]>([
  ['before the first row', {}, 10, '0 of 10 | 0.0/s'],
  ['of an unknown number of rows', { done: 4 }, undefined, '4 | 2.0/s | cost unknown'],
  ['of new rows', { done: 3, failed: 1 }, 10, '4 of 10 | 2.0/s | 3.0 s left | 1 failed | cost unknown'],
  [
    'that skips rows of an earlier batch',
    { done: 4, skipped: 4 },
    10,
    '8 of 10 | 2.0/s | 1.0 s left | cost unknown',
  ],
  ['at the end', { done: 4, skipped: 6 }, 10, '10 of 10 | 2.0/s | cost unknown'],
])('the progress of a batch %s', (_name, progress, total, text) => {
  expect(describeProgress({ ...none, ...progress }, total).join(' | ')).toBe(text);
});
