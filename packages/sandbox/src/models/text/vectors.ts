/** Sum of the products of two vectors' numbers. */
export function dotProduct(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

/** The vector at Euclidean length 1; the zero vector stays as it is. */
export function normalize(vector: readonly number[]): number[] {
  const length = Math.sqrt(dotProduct(vector, vector));
  return length === 0 ? [...vector] : vector.map((value) => value / length);
}

/** e to the power of each value, divided by their sum; every result is above 0 and they add up to 1. */
export function softmax(values: readonly number[]): number[] {
  const highest = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const powers = values.map((value) => Math.exp(value - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
