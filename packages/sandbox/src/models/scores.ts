/** The weights of a softmax: positive, and 1 in total. */
export function softmax(values: readonly number[]): number[] {
  const weights = values.map((value) => Math.exp(value));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
