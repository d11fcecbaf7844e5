// @module-tag nightly
import { expect, test } from 'vitest';
import { type Metric, metrics } from '../../../packages/engine/src/measure/metrics.ts';
import { resample } from '../../../packages/engine/src/measure/figures.ts';
import {
  percentileInterval,
  seededRandom,
  testDifference,
  wilsonInterval,
} from '../../../packages/engine/src/measure/statistics.ts';

const EXPERIMENTS = 2000;
const ROWS = 60;

const metric = (id: keyof typeof metrics) => metrics[id] as unknown as Metric;

/** The share of experiments whose interval contains the truth. */
async function coverage(
  experiment: (random: () => number) => Promise<readonly boolean[]>,
): Promise<number[]> {
  const random = seededRandom(42);
  const covered: number[] = [];
  for (let index = 0; index < EXPERIMENTS; index += 1)
    (await experiment(random)).forEach(
      (isCovered, at) => (covered[at] = (covered[at] ?? 0) + (isCovered ? 1 : 0)),
    );
  return covered.map((count) => count / EXPERIMENTS);
}

const covers = (
  truth: number,
  interval: { low?: number | undefined; high?: number | undefined } | undefined,
) => interval !== undefined && interval.low! <= truth && truth <= interval.high!;

test(
  'intervals of rates, means, ratios, macro F1 and paired differences contain the truth in 93 to 97% of 2,000 experiments',
  { timeout: 300_000 },
  async () => {
    const shares = await coverage(async (random) => {
      const rows = Array.from({ length: ROWS }, () => {
        const [skill, luck] = [random(), random()];
        const words = 4 + Math.floor(8 * random());
        // Two classes of the same frequency, answered right in 80%: macro F1 is 0.8.
        const actual = random() < 0.5 ? 'yes' : 'no';
        const predicted = random() < 0.8 ? actual : actual === 'yes' ? 'no' : 'yes';
        return {
          first: 0.6 * skill + 0.4 * luck,
          second: 0.6 * skill + 0.4 * random() ** 2,
          errors: [Array.from({ length: words }, () => random()).filter((each) => each < 0.2).length, words],
          pair: { actual, predicted },
          isRight: random() < 0.8,
        };
      });
      const request = (id: keyof typeof metrics, of: (row: (typeof rows)[number]) => unknown) => ({
        own: new Map(rows.map((row, index) => [index, of(row)])),
        rows: [...rows.keys()],
        combine: (measures: readonly unknown[]) => metric(id).combine(measures, false),
      });
      const [first, second, ratio, macro] = await resample(
        [
          request('tokenF1', (row) => row.first),
          request('tokenF1', (row) => row.second),
          request('wer', (row) => row.errors),
          request('macroF1', (row) => row.pair),
        ],
        ROWS,
        undefined,
      );
      const differences = first!.resampled.map((value, index) => value - second!.resampled[index]!);
      return [
        covers(0.8, wilsonInterval(rows.filter(({ isRight }) => isRight).length, ROWS)),
        covers(0.5, percentileInterval(first!.resampled, ROWS)),
        covers(0.2, percentileInterval(ratio!.resampled, ROWS)),
        covers(0.8, percentileInterval(macro!.resampled, ROWS)),
        covers(0.2 - 0.4 / 3, testDifference(first!.value - second!.value, differences, ROWS)),
      ];
    });
    for (const share of shares) {
      expect(share).toBeGreaterThanOrEqual(0.93);
      expect(share).toBeLessThanOrEqual(0.97);
    }
  },
);
