import type { Label } from '../../define-model.ts';

/** Turns counts into labels whose scores are their share of all, highest first, ties in the order given. */
export function shares(counts: ReadonlyMap<string, number>): Label[] {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts]
    .map(([label, count]) => ({ label, score: count / total }))
    .sort((one, other) => other.score - one.score);
}
