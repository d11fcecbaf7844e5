import type { MetricId } from '../tasks/index.ts';
import type { Candidate } from './align-rows.ts';
import type { Metric } from './metric.ts';
import { metrics } from './metrics.ts';
import type { Figure, Pair } from './report.ts';
import { resample, type Sampled } from './resample.ts';
import {
  adjustByHolm,
  mcnemarTest,
  pairedRateInterval,
  percentileInterval,
  rowsNeeded,
  testDifference,
  wilsonInterval,
} from './statistics.ts';

export interface MetricFigures {
  readonly figures: readonly Figure[];
  readonly pairs: readonly Pair[];
}

/** The figures and pairs of each metric. */
export async function computeFigures(
  candidates: readonly Candidate[],
  ids: readonly MetricId[],
  all: readonly MetricId[],
  inputs: number,
  isOpen: boolean,
  signal: AbortSignal | undefined,
): Promise<MetricFigures[]> {
  const sources = ids.map((id) => {
    const metric = metrics[id] as unknown as Metric;
    const at = all.indexOf(id);
    // In the order of the inputs, which does not depend on the order of the files.
    const measured = candidates.map(({ rows }) => {
      const labeled = [...rows].filter(([, { measures }]) => measures !== undefined);
      return new Map(labeled.map(([index, { measures }]) => [index, measures![at]] as const));
    });
    return { id, metric, measured };
  });
  const requests = sources.flatMap(({ metric, measured }) => {
    const combine = (measures: readonly unknown[]) => metric.combine(measures, isOpen);
    const isExact = metric.isRate;
    const common = pairsOf(candidates.length).flatMap(([one, other]) => {
      const rows = commonRows(measured[one]!, measured[other]!);
      return [measured[one]!, measured[other]!].map((own) => ({ own, rows, combine, isExact }));
    });
    return [...measured.map((own) => ({ own, rows: [...own.keys()], combine, isExact })), ...common];
  });
  const sampled = await resample(requests, inputs, signal);
  const perMetric = candidates.length + 2 * pairsOf(candidates.length).length;
  return sources.map(({ id, metric, measured }, index) => {
    const own = sampled.slice(index * perMetric, (index + 1) * perMetric);
    const figures = candidates.map(({ name, rows }, at) =>
      getFigure(id, metric, name, rows, measured[at]!, own[at]!),
    );
    const pairs = pairsOf(candidates.length).map(([one, other], at) => {
      const [a, b] = own.slice(candidates.length + 2 * at);
      const difference = compare(metric, measured[one]!, measured[other]!, a!, b!);
      return { a: candidates[one]!.name, b: candidates[other]!.name, metric: id, ...difference };
    });
    const tests = pairs.filter(({ difference }) => Number.isFinite(difference));
    const adjusted = adjustByHolm(tests.map(({ p }) => p));
    return {
      figures,
      pairs: tests.map(({ needed, ...pair }, at) => ({
        ...pair,
        p: adjusted[at]!,
        rowsNeeded: adjusted[at]! < 0.05 ? undefined : needed,
      })),
    };
  });
}

function pairsOf(count: number): [number, number][] {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return indexes.flatMap((one) => indexes.slice(one + 1).map((other): [number, number] => [one, other]));
}

type Measured = ReadonlyMap<number, unknown>;

const commonRows = (one: Measured, other: Measured) => [...one.keys()].filter((index) => other.has(index));

const finite = (value: number | undefined) => (Number.isFinite(value) ? value : undefined);

function getFigure(
  metric: MetricId,
  { isRate, isNumber }: Metric,
  model: string,
  rows: Candidate['rows'],
  measured: Measured,
  { value, resampled }: Sampled,
): Figure {
  const count = measured.size;
  const failed = [...measured.keys()].filter((index) => rows.get(index)?.failure !== undefined).length;
  const percentiles = isRate ? undefined : percentileInterval(resampled, count);
  const isCertain = percentiles && percentiles.high - percentiles.low < 1e-9;
  // Resamples of rows that are all right, or all wrong, do not vary.
  const isShare = isRate || (isCertain && !isNumber && value >= 0 && value <= 1);
  const interval = count === 0 ? undefined : isShare ? wilsonInterval(value * count, count) : percentiles;
  return { model, metric, value: finite(value), ...withValue(value, interval), rows: count, failed };
}

/** An interval that has its value, which rounding and percentiles of few rows may leave out. */
function withValue(value: number, interval: Pick<Figure, 'low' | 'high'> | undefined) {
  const { low, high } = interval ?? {};
  if (low === undefined || high === undefined) return { low: undefined, high: undefined };
  const values = [low, high, value].filter(Number.isFinite);
  return { low: Math.min(...values), high: Math.max(...values) };
}

function compare({ isRate }: Metric, one: Measured, other: Measured, a: Sampled, b: Sampled) {
  const rows = commonRows(one, other);
  const difference = a.value - b.value;
  if (!isRate) {
    const { error, ...tested } = testDifference(
      difference,
      a.resampled.map((value, index) => value - b.resampled[index]!),
      rows.length,
    );
    const needed = rowsNeeded(difference, error, rows.length);
    return { rows: rows.length, difference, ...tested, ...withValue(difference, tested), needed };
  }
  const wins = rows.filter((index) => one.get(index) === 1 && other.get(index) === 0).length;
  const losses = rows.filter((index) => one.get(index) === 0 && other.get(index) === 1).length;
  const error = Math.sqrt(wins + losses - (wins - losses) ** 2 / rows.length) / rows.length;
  const needed = rowsNeeded(difference, error, rows.length, wins + losses);
  const p = mcnemarTest(wins, losses);
  const interval = withValue(difference, pairedRateInterval(wins, losses, rows.length));
  return { rows: rows.length, difference, ...interval, p, needed };
}

/** The same the other way round. */
export function reversePair({ a, b, low, high, difference, ...pair }: Pair): Pair {
  const negative = (value: number | undefined) => (value === undefined ? undefined : -value);
  return { ...pair, a: b, b: a, difference: -difference, low: negative(high), high: negative(low) };
}
