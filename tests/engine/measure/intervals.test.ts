// @module-tag nightly
import { expect, test } from 'vitest';
import { line, reportOf } from './support.ts';

const EXPERIMENTS = 400;
const ROWS = 60;

/** Random numbers from 0 to 1 that are the same in each run. */
function createRandom(): () => number {
  let state = 42;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

interface Experiment {
  readonly task: string;
  /** The answers of two models to a row with this label. */
  row(random: () => number): { readonly label: string; readonly values: readonly [unknown, unknown] };
  /** The figures of the first model, and its differences from the second, for infinitely many rows. */
  readonly figures: Readonly<Record<string, number>>;
  readonly differences: Readonly<Record<string, number>>;
}

const experiments: readonly Experiment[] = [
  {
    task: 'text-classification',
    // Two classes of the same frequency, answered right in 80% and 70%.
    row(random) {
      const [label, other] = random() < 0.5 ? ['yes', 'no'] : ['no', 'yes'];
      const answer = (share: number) => [{ label: random() < share ? label! : other!, score: 1 }];
      return { label: label!, values: [answer(0.8), answer(0.7)] };
    },
    figures: { accuracy: 0.8, macroF1: 0.8 },
    differences: { accuracy: 0.1 },
  },
  {
    task: 'automatic-speech-recognition',
    // Of 4 to 11 words, 20% and 30% are wrong.
    row(random) {
      const words = Array.from({ length: 4 + Math.floor(8 * random()) }, (_, index) => `word${index}`);
      const answer = (share: number) => ({
        text: words.map((word) => (random() < share ? 'other' : word)).join(' '),
      });
      return { label: words.join(' '), values: [answer(0.2), answer(0.3)] };
    },
    figures: { wer: 0.2 },
    differences: { wer: -0.1 },
  },
  {
    task: 'question-answering',
    // F1 is 1, 2/3 or 0.
    row(random) {
      const answer = (share: number) => ({
        answer: random() < share ? (random() < 0.5 ? 'red house' : 'house') : 'tree',
        start: 0,
        end: 1,
        score: 1,
      });
      return { label: 'red house', values: [answer(0.8), answer(0.7)] };
    },
    figures: { tokenF1: (0.8 * (1 + 2 / 3)) / 2 },
    differences: { tokenF1: (0.1 * (1 + 2 / 3)) / 2 },
  },
];

test.each(experiments)(
  'intervals of figures and paired differences contain the truth in about 95% of 400 experiments: $task',
  { timeout: 600_000 },
  async ({ task, row, figures, differences }) => {
    const random = createRandom();
    const covered = new Map<string, number>();
    const count = (name: string, truth: number, { low, high }: { low?: number; high?: number }) =>
      covered.set(name, (covered.get(name) ?? 0) + (low! <= truth && truth <= high! ? 1 : 0));
    for (let experiment = 0; experiment < EXPERIMENTS; experiment += 1) {
      const inputOf = (index: number) => ({
        input: { text: `${index}`, question: `${index}`, context: 'a red house' },
      });
      const lines = Array.from({ length: ROWS }, () => row(random)).flatMap(({ label, values }, index) =>
        values.map((value, at) =>
          line({
            task,
            row: index + 1,
            key: `${at}-${index}`,
            model: 'ab'[at],
            value,
            columns: { label },
            ...inputOf(index),
          }),
        ),
      );
      const { metrics, pairs } = await reportOf(lines, 'label');
      for (const each of metrics)
        if (each.model === 'a' && each.metric in figures) count(each.metric, figures[each.metric]!, each);
      for (const pair of pairs)
        if (pair.metric in differences) count(`${pair.metric} a-b`, differences[pair.metric]!, pair);
    }
    expect(covered.size).toBe(Object.keys(figures).length + Object.keys(differences).length);
    for (const [name, times] of covered) {
      expect(times / EXPERIMENTS, name).toBeGreaterThanOrEqual(0.915);
      expect(times / EXPERIMENTS, name).toBeLessThanOrEqual(0.985);
    }
  },
);
