import type { Limits } from '../../results/index.ts';

/** What can be scrolled may be long; but drawing it must not take longer than a moment. */
export const SCROLLED: Limits = {
  rows: 2000,
  characters: 200_000,
  around: 2000,
  tableRows: 1000,
  tracks: 200,
  all: 'j',
};
