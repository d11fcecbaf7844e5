import { define, ratioOf } from './metric.ts';

interface NumberPairs {
  readonly answers: readonly number[] | undefined;
  readonly labels: readonly number[];
}

/** All numbers of all rows. A failed row counts as the average answer. */
function flatten(measures: readonly NumberPairs[]) {
  const all = measures.flatMap(({ answers = [] }) => answers);
  const average = all.reduce((sum, value) => sum + value / all.length, 0);
  return measures.flatMap(({ answers, labels }, row) =>
    labels.map((label, index) => ({
      row,
      label,
      answer: all.length > 0 ? (answers?.[index] ?? average) : NaN,
    })),
  );
}

/** The correlation of two lists, computed around their means. */
function correlate(xs: Float64Array, ys: Float64Array, weights: Float64Array): number {
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
  return xy / Math.sqrt(xx * yy);
}

/** Ranks of a resample; equal values share the middle of their ranks. @param order indexes by value */
function rank(values: Float64Array, order: Int32Array, weights: Float64Array): Float64Array {
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

export function correlation(title: string, isRanked: boolean) {
  return define<readonly number[], readonly number[], NumberPairs>({
    title,
    form: 'numbers',
    isNumber: true,
    measure: (answers, labels) => ({ answers, labels }),
    combine(measures) {
      const pairs = flatten(measures);
      const [xs, ys] = [
        Float64Array.from(pairs, ({ answer }) => answer),
        Float64Array.from(pairs, ({ label }) => label),
      ];
      const sorted = (values: Float64Array) =>
        Int32Array.from(values.keys()).sort((a, b) => values[a]! - values[b]!);
      const [orderX, orderY] = isRanked ? [sorted(xs), sorted(ys)] : [];
      return (weights) => {
        const own = Float64Array.from(pairs, ({ row }) => weights[row]!);
        if (!orderX || !orderY) return correlate(xs, ys, own);
        return correlate(rank(xs, orderX, own), rank(ys, orderY, own), own);
      };
    },
    score: closeness,
  });
}

const sumErrors = (answers: readonly number[], labels: readonly number[]) =>
  labels.reduce((sum, label, index) => sum + Math.abs(label - (answers[index] ?? 0)), 0);

function closeness({ answers, labels }: NumberPairs): number {
  return answers === undefined ? -Infinity : -sumErrors(answers, labels) / labels.length;
}

export const meanAbsoluteError = define<readonly number[], readonly number[], NumberPairs>({
  title: 'MAE',
  form: 'numbers',
  isLowerBetter: true,
  isNumber: true,
  measure: (answers, labels) => ({ answers, labels }),
  combine(measures) {
    const errors = measures.map((): [number, number] => [0, 0]);
    for (const { row, label, answer } of flatten(measures)) {
      errors[row]![0] += Math.abs(label - answer);
      errors[row]![1] += 1;
    }
    return ratioOf(errors);
  },
  score: closeness,
});
