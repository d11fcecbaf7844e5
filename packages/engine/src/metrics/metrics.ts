import type { MetricId } from '../tasks/index.ts';
import { averagePrecision, matchBoxes, type BoxMatches, type LabeledBox } from './boxes.ts';
import { macroF1, type ClassPair } from './classes.ts';
import type { Form } from './forms.ts';
import { define, meanOf, ratioOf, type AnyMetric, type Ratio } from './metric.ts';
import { correlation, meanAbsoluteError } from './numbers.ts';
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
