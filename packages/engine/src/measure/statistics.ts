/** The normal quantile for 95% intervals. */
const Z = 1.959963984540054;
/** The normal quantile for 80% power. */
const Z_POWER = 0.8416212335729143;

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Wilson's 95% interval of a rate. */
export function wilsonInterval(successes: number, rows: number): Interval {
  const rate = successes / rows;
  const spread = (Z / (1 + Z ** 2 / rows)) * Math.sqrt((rate * (1 - rate)) / rows + (Z / (2 * rows)) ** 2);
  const center = (rate + Z ** 2 / (2 * rows)) / (1 + Z ** 2 / rows);
  return { low: Math.max(0, center - spread), high: Math.min(1, center + spread) };
}

/** The exact p-value of McNemar's test. @param wins rows that only one candidate got right @param losses only the other */
export function mcnemarTest(wins: number, losses: number): number {
  const trials = wins + losses;
  // The logarithm of each binomial probability, from that of none.
  let term = -trials * Math.LN2;
  let tail = 0;
  for (let count = 0; count <= Math.min(wins, losses); count += 1) {
    tail += Math.exp(term);
    term += Math.log((trials - count) / (count + 1));
  }
  return Math.min(1, 2 * tail);
}

/** The 95% interval of the difference of two paired rates (Agresti and Min, 2005). */
export function pairedRateInterval(wins: number, losses: number, rows: number): Interval {
  const difference = (wins - losses) / (rows + 2);
  const spread = Z * Math.sqrt(((wins + losses + 1) / (rows + 2) - difference ** 2) / (rows + 2));
  return { low: Math.max(-1, difference - spread), high: Math.min(1, difference + spread) };
}

/** Holm's adjusted p-values, in the order given. */
export function adjustByHolm(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => values[a]! - values[b]!);
  const adjusted: number[] = [];
  let max = 0;
  for (const [rank, index] of order.entries()) {
    max = Math.max(max, Math.min(1, values[index]! * (values.length - rank)));
    adjusted[index] = max;
  }
  return adjusted;
}

/** The share of a normal distribution below a value; error below 1e-7 (Abramowitz and Stegun, 26.2.17). */
function normalShare(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp(-(value ** 2) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return value < 0 ? tail : 1 - tail;
}

/** Student's quantile for 95% intervals (Abramowitz and Stegun, 26.7.5). */
function studentQuantile(degrees: number): number {
  return (
    Z +
    (Z ** 3 + Z) / (4 * degrees) +
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * degrees ** 2) +
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / (384 * degrees ** 3)
  );
}

/** How much wider than a normal interval one from so many rows is: percentiles of resamples are too narrow (Hesterberg, 2015). */
function getExpansion(rows: number): number {
  return rows < 2 ? Infinity : (studentQuantile(rows - 1) / Z) * Math.sqrt(rows / (rows - 1));
}

/** A quantile of sorted values, interpolated; undefined without values. */
export function quantile(sorted: ArrayLike<number>, share: number): number | undefined {
  const at = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below === undefined || above === undefined ? undefined : below + (above - below) * (at % 1);
}

/** The 95% interval of a figure from its values on resamples. */
export function percentileInterval(values: Float64Array, rows: number): Interval | undefined {
  const tail = normalShare(-Z * getExpansion(rows));
  const sorted = values.filter(Number.isFinite).sort();
  const [low, high] = [quantile(sorted, tail), quantile(sorted, 1 - tail)];
  return rows < 2 || low === undefined || high === undefined ? undefined : { low, high };
}

/** The interval and the p-value of a difference from its values on resamples. */
export function testDifference(difference: number, resampled: Float64Array, rows: number) {
  const values = resampled.filter(Number.isFinite);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  const error = Math.sqrt(variance) * getExpansion(rows);
  if (!Number.isFinite(error) || values.length < 2) return { low: undefined, high: undefined, p: 1, error };
  const isVarying = error > 1e-12;
  // All rows differ alike: as likely as the same side of a coin for each of them.
  const p = isVarying ? 2 * normalShare(-Math.abs(difference) / error) : 2 ** (1 - rows);
  return {
    low: isVarying ? difference - Z * error : undefined,
    high: isVarying ? difference + Z * error : undefined,
    p: Math.abs(difference) < 1e-12 ? 1 : Math.min(1, p),
    error,
  };
}

/** As many sides of a coin are the same less often than in 5 of 100 repetitions. */
const MIN_DIFFERING = 6;

/**
 * Rows with which the difference would be more than noise four times out of five.
 * @param error standard error of the difference
 * @param differing rows that differ
 */
export function rowsNeeded(
  difference: number,
  error: number,
  rows: number,
  differing = rows,
): number | undefined {
  if (Math.abs(difference) < 1e-12 || !Number.isFinite(error)) return undefined;
  const factor = Math.max((((Z + Z_POWER) * error) / difference) ** 2, MIN_DIFFERING / differing);
  return Math.max(rows + 1, Math.ceil(rows * factor));
}

/** The correlation of two lists, computed around their means. */
export function correlate(xs: Float64Array, ys: Float64Array, weights: Float64Array): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const average = (values: Float64Array) =>
    values.reduce((sum, value, index) => sum + value * weights[index]!, 0) / total;
  const [centerX, centerY] = [average(xs), average(ys)];
  let [xx, yy, xy] = [0, 0, 0];
  for (let index = 0; index < xs.length; index += 1) {
    const [x, y, weight] = [xs[index]! - centerX, ys[index]! - centerY, weights[index]!];
    xx += weight * x * x;
    yy += weight * y * y;
    xy += weight * x * y;
  }
  // Equal numbers differ from their mean by rounding.
  const isConstant = (squares: number, center: number) => squares <= total * (1e-13 * center) ** 2;
  return isConstant(xx, centerX) || isConstant(yy, centerY) ? NaN : xy / Math.sqrt(xx * yy);
}

/** The indexes of values, by value. */
export function sortIndexes(values: Float64Array): Int32Array {
  return Int32Array.from(values.keys()).sort((a, b) => values[a]! - values[b]!);
}

/** Ranks of a resample; equal values share the middle of their ranks. @param order as `sortIndexes` returns it */
export function rankValues(values: Float64Array, order: Int32Array, weights: Float64Array): Float64Array {
  const ranks = new Float64Array(values.length);
  let before = 0;
  for (let start = 0; start < order.length;) {
    let [end, weight] = [start, 0];
    for (; end < order.length && values[order[end]!] === values[order[start]!]; end += 1)
      weight += weights[order[end]!]!;
    for (let at = start; at < end; at += 1) ranks[order[at]!] = before + (weight + 1) / 2;
    before += weight;
    start = end;
  }
  return ranks;
}

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
