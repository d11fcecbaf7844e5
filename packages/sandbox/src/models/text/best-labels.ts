import type { Label } from '../../define-model.ts';

/** The `count` labels with the highest scores, best first; of equal scores the earlier label is first. */
export function bestLabels(labels: readonly Label[], count = Infinity): Label[] {
  return labels.toSorted((left, right) => right.score - left.score).slice(0, count);
}
