/** Exponentials of the values, scaled so that they add up to 1. */
export function softmax(values: readonly number[]): number[] {
  const weights = values.map((value) => Math.exp(value));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
