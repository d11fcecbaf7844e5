import { correlate, rankValues, sortIndexes } from '../metrics/index.ts';

/** The mean; undefined without numbers. */
export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Spearman's rank correlation, from -1 to 1; undefined if either list has fewer than two different values. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number | undefined {
  const weights = new Float64Array(a.length).fill(1);
  const [first, second] = [a, b].map((list) => {
    const values = Float64Array.from(list);
    return rankValues(values, sortIndexes(values), weights);
  });
  const correlation = correlate(first!, second!, weights);
  return Number.isNaN(correlation) ? undefined : correlation;
}

/** From -1 to 1; 0 for a vector of zeros. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  let [dot, ofA, ofB] = [0, 0, 0];
  for (const [index, x] of a.entries()) {
    const y = b[index] ?? 0;
    dot += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return ofA === 0 || ofB === 0 ? 0 : dot / Math.sqrt(ofA * ofB);
}
