/** Numbers from 0 to below 1, always the same for a seed (a linear congruential generator modulo 2^32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  next();
  next();
  return next;
}

/** How often each value occurs, in the order of the first ones. */
export function countEach<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The weights of a softmax: positive, and 1 in total. */
export function softmax(values: readonly number[]): number[] {
  const weights = values.map((value) => Math.exp(value));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
