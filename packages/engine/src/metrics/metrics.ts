import type { MetricId } from '../tasks/index.ts';
import { averagePrecision, matchBoxes, type BoxMatches, type LabeledBox } from './boxes.ts';
import { define, macroF1, meanOf, ratioOf, type AnyMetric, type ClassPair, type Ratio } from './metric.ts';
import type { Form } from './forms.ts';
import {
  editDistance,
  f1,
  foldAnswer,
  foldText,
  foldTranscript,
  getRougeWords,
  getWords,
  rougeL,
  wordF1,
} from './texts.ts';
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
  accuracy: rate('Accuracy', 'class', foldText),
  macroF1: define<string, Texts, ClassPair>({
    title: 'Macro F1',
    form: 'class',
    measure(answer, labels) {
      const [predicted, names] = [answer === undefined ? undefined : foldText(answer), labels.map(foldText)];
      return { predicted, actual: names.find((name) => name === predicted) ?? names[0]! };
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
