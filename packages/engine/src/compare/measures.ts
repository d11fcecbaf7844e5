import { correlate, rankValues, sortIndexes } from '../metrics/index.ts';

/** How alike two results are, with what front ends show of it. */
export const measures = {
  top1: { label: 'same first label', isShare: true },
  rankCorrelation: { label: 'rank correlation', isShare: false },
  f1: { label: 'F1', isShare: true },
  iou: { label: 'overlap (IoU)', isShare: true },
  wordSimilarity: { label: 'words in common', isShare: true },
  exactMatch: { label: 'exact match', isShare: true },
  tokenF1: { label: 'F1 of the words', isShare: true },
  orderCorrelation: { label: 'correlation of similarities', isShare: false },
  cosine: { label: 'cosine similarity', isShare: false },
  difference: { label: 'mean difference', isShare: false },
  equal: { label: 'equal values', isShare: true },
  identical: { label: 'identical files', isShare: true },
} as const satisfies Readonly<Record<string, { label: string; isShare: boolean }>>;

export type Measure = keyof typeof measures;

/** 1 for equal results, except for `difference`, which is 0. What cannot be computed is missing. */
export type Measures = Readonly<Partial<Record<Measure, number | undefined>>>;

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
