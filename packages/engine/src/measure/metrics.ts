import type { MetricId } from '../tasks/index.ts';
import { averagePrecision, matchBoxes, type BoxMatches, type LabeledBox } from './boxes.ts';
import { foldAnswer } from './equality.ts';
import type { Form } from './forms.ts';
import { correlate, rankValues, sortIndexes } from './statistics.ts';
import { editDistance, f1, foldTranscript, getRougeWords, getWords, rougeL, wordF1 } from './texts.ts';

/** How often each row is in a resample. */
type Weights = ArrayLike<number>;

/** How answers are scored. What is measured of a row is small; a figure is computed from many, each with a weight. */
export interface Metric<Answer = unknown, Label = unknown, Measure = unknown> {
  readonly title: string;
  /** What answers and labels are compared as. */
  readonly form: Form;
  /** A row is right or wrong. */
  readonly isRate?: boolean;
  readonly isLowerBetter?: boolean;
  /** A number in the unit of the labels, or a correlation, instead of a share. */
  readonly isNumber?: boolean;
  /** @param answer undefined for a failed row, which counts as wrong */
  measure(answer: Answer | undefined, label: Label): Measure;
  /** @param isOpen answers are free text: those that are no label belong to no class */
  combine(measures: readonly Measure[], isOpen: boolean): (weights: Weights) => number;
  /** Of one row; higher is better, for ordering rows. */
  score(measure: Measure): number;
}

type AnyMetric = Metric<never, never, never>;

function define<Answer, Label, Measure>(metric: Metric<Answer, Label, Measure>): AnyMetric {
  return metric as unknown as AnyMetric;
}

type Ratio = readonly [part: number, whole: number];

/** The mean of a number for each row. */
function meanOf(measures: readonly number[]) {
  return ratioOf(measures.map((measure) => [measure, 1] as const));
}

/** The quotient of two sums. */
function ratioOf(measures: readonly Ratio[]) {
  const parts = Float64Array.from(measures, ([part]) => part);
  const wholes = Float64Array.from(measures, ([, whole]) => whole);
  return (weights: Weights) => {
    let [part, whole] = [0, 0];
    for (let row = 0; row < parts.length; row += 1) {
      part += weights[row]! * parts[row]!;
      whole += weights[row]! * wholes[row]!;
    }
    return part / whole;
  };
}

/** Classes of one row; `predicted` is undefined for a failed row. */
export interface ClassPair {
  readonly actual: string;
  readonly predicted: string | undefined;
}

function macroF1(pairs: readonly ClassPair[], isOpen: boolean) {
  const classes = new Map<string, number>();
  const indexOf = (name: string) => {
    const index = classes.get(name) ?? classes.size;
    classes.set(name, index);
    return index;
  };
  const actual = Int32Array.from(pairs, (pair) => indexOf(pair.actual));
  const predicted = Int32Array.from(pairs, ({ predicted: name }) =>
    name === undefined || (isOpen && !classes.has(name)) ? -1 : indexOf(name),
  );
  const [right, all] = [new Float64Array(classes.size), new Float64Array(classes.size)];
  return (weights: Weights) => {
    right.fill(0);
    all.fill(0);
    for (let row = 0; row < actual.length; row += 1) {
      const weight = weights[row]!;
      const [expected, got] = [actual[row]!, predicted[row]!];
      all[expected]! += weight;
      if (got >= 0) all[got]! += weight;
      if (got === expected) right[expected]! += weight;
    }
    let [sum, count] = [0, 0];
    for (let index = 0; index < all.length; index += 1) {
      const total = all[index]!;
      if (total === 0) continue;
      sum += (2 * right[index]!) / total;
      count += 1;
    }
    return sum / count;
  };
}

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

function correlation(title: string, isRanked: boolean) {
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

const meanAbsoluteError = define<readonly number[], readonly number[], NumberPairs>({
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

type Texts = readonly string[];
/** The mean of a number for each row. */
const mean = { combine: meanOf, score: (measure: number) => measure };

/** The share of answers that equal a label. */
function rate(title: string, form: Form, fold: (text: string) => string) {
  return define<string, Texts, number>({
    title,
    form,
    isRate: true,
    measure: (answer, labels) =>
      answer !== undefined && labels.some((label) => fold(label) === fold(answer)) ? 1 : 0,
    ...mean,
  });
}

/** The mean score of the words of answers with the label that fits best. */
function bestMatch(
  title: string,
  split: (text: string) => string[],
  score: (answer: string[], label: string[]) => number,
) {
  return define<string, Texts, number>({
    title,
    form: 'text',
    measure(answer, labels) {
      if (answer === undefined) return 0;
      const words = split(answer);
      return labels.reduce((max, label) => Math.max(max, score(words, split(label))), 0);
    },
    ...mean,
  });
}

/** Errors per word or character, summed over all rows. */
function errorRate(title: string, split: (text: string) => string[]) {
  return define<string, Texts, Ratio>({
    title,
    form: 'text',
    isLowerBetter: true,
    measure(answer = '', labels) {
      const words = split(foldTranscript(answer));
      const ratios = labels.map((label): Ratio => {
        const expected = split(foldTranscript(label));
        return [editDistance(words, expected), expected.length];
      });
      return ratios.sort((a, b) => a[0] - b[0])[0]!;
    },
    combine: ratioOf,
    score: ([errors, length]) => (errors === 0 ? 1 : Math.max(0, 1 - errors / length)),
  });
}

/** All metrics. docs/metrics.md describes how each compares texts, and what it agrees with. */
export const metrics: Readonly<Record<MetricId, AnyMetric>> = {
  // Classes of a column are folded before.
  accuracy: rate('Accuracy', 'class', (name) => name),
  macroF1: define<string, Texts, ClassPair>({
    title: 'Macro F1',
    form: 'class',
    measure(answer, labels) {
      return { predicted: answer, actual: labels.find((name) => name === answer) ?? labels[0]! };
    },
    combine: macroF1,
    score: ({ actual, predicted }) => (actual === predicted ? 1 : 0),
  }),
  exactMatch: rate('Exact match', 'text', foldAnswer),
  tokenF1: bestMatch('Token F1', (text) => getWords(foldAnswer(text)), wordF1),
  wer: errorRate('WER', getWords),
  cer: errorRate('CER', (text) => [...text]),
  rougeL: bestMatch('ROUGE-L', getRougeWords, rougeL),
  spanF1: define<Texts, Texts, Ratio>({
    title: 'Span F1',
    form: 'spans',
    measure(answer = [], labels) {
      const expected = new Set(labels);
      const common = answer.filter((span) => expected.has(span)).length;
      return [2 * common, answer.length + labels.length];
    },
    combine: ratioOf,
    score: ([common, all]) => (all === 0 ? 1 : common / all),
  }),
  meanAveragePrecision: define<readonly LabeledBox[], readonly LabeledBox[], BoxMatches>({
    title: 'mAP at IoU 0.5',
    form: 'boxes',
    measure: (answer = [], labels) => matchBoxes(answer, labels),
    combine: averagePrecision,
    score({ actual, detections }) {
      const matches = detections.filter(({ isMatch }) => isMatch).length;
      const labeled = [...actual.values()].reduce((sum, count) => sum + count, 0);
      return f1(matches, detections.length, labeled);
    },
  }),
  pearson: correlation('Pearson', false),
  spearman: correlation('Spearman', true),
  meanAbsoluteError,
};
