import { define, ratioOf } from './metric.ts';
import { correlate, rankValues, sortIndexes } from './statistics.ts';

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

export function correlation(title: string, isRanked: boolean) {
  return define<readonly number[], readonly number[], NumberPairs>({
    title,
    form: 'numbers',
    isNumber: true,
    measure: (answers, labels) => ({ answers, labels }),
    combine(measures) {
      const pairs = flatten(measures);
      if (pairs.some(({ answer }) => Number.isNaN(answer))) return () => NaN;
      const [xs, ys] = [
        Float64Array.from(pairs, ({ answer }) => answer),
        Float64Array.from(pairs, ({ label }) => label),
      ];
      const [orderX, orderY] = isRanked ? [sortIndexes(xs), sortIndexes(ys)] : [];
      return (weights) => {
        const own = Float64Array.from(pairs, ({ row }) => weights[row]!);
        if (!orderX || !orderY) return correlate(xs, ys, own);
        return correlate(rankValues(xs, orderX, own), rankValues(ys, orderY, own), own);
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
