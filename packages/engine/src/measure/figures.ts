import { seededRandom } from '../batch/index.ts';
import type { MetricId } from '../tasks/index.ts';
import { type Metric, metrics } from './metrics.ts';
import type { Figure, Pair } from './report.ts';
import type { MeasuredRow } from './rows.ts';
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
  candidates: readonly EvaluatedCandidate[],
  ids: readonly MetricId[],
  all: readonly MetricId[],
  inputs: number,
  isOpen: boolean,
  isUnmatched: (name: string) => boolean,
  signal: AbortSignal | undefined,
): Promise<MetricFigures[]> {
  const sources = ids.map((id) => {
    const metric = metrics[id] as unknown as Metric;
    const at = all.indexOf(id);
    // In the order of the inputs, which does not depend on the order of the files.
    const measured = candidates.map(({ name, rows }) => {
      // Nothing is known of answers that have other names than the labels.
      const isUnknown = metric.form === 'class' && isUnmatched(name);
      const labeled = isUnknown ? [] : [...rows].filter(([, { measures }]) => measures !== undefined);
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
  rows: EvaluatedCandidate['rows'],
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

/** Rows of a model, or of one of its providers. */
export interface EvaluatedCandidate {
  readonly name: string;
  /** By the number of the input. */
  readonly rows: ReadonlyMap<number, MeasuredRow>;
}

/** Groups rows by candidate: a model, or each of its providers if they ran the same rows. Equal inputs are numbered in order. */
export function alignRows(all: readonly MeasuredRow[]): { candidates: EvaluatedCandidate[]; inputs: number } {
  const several = findModelsOfSeveralProviders(all);
  const groups = new Map<string, MeasuredRow[]>();
  for (const row of all) {
    const name =
      several.has(row.model) && row.provider !== undefined ? `${row.model}:${row.provider}` : row.model;
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  const inputs = new Map<string, number>();
  const candidates = [...groups].map(([name, rows]) => {
    const times = new Map<string, number>();
    const numbered = rows
      .sort((a, b) => a.row - b.row)
      .map((row): [number, MeasuredRow] => {
        const time = (times.get(row.inputId) ?? 0) + 1;
        times.set(row.inputId, time);
        const id = `${row.inputId}${time}`;
        const index = inputs.get(id) ?? inputs.size;
        inputs.set(id, index);
        return [index, row];
      });
    return { name, rows: new Map(numbered) };
  });
  // Files may list candidates in any order.
  return { candidates: candidates.sort((a, b) => (a.name < b.name ? -1 : 1)), inputs: inputs.size };
}

/** Models of which several providers ran the same row. */
function findModelsOfSeveralProviders(all: readonly MeasuredRow[]): ReadonlySet<string> {
  const providers = new Map<string, Set<string | undefined>>();
  for (const { model, provider } of all)
    providers.set(model, (providers.get(model) ?? new Set()).add(provider));
  const first = new Map<string, string | undefined>();
  const several = new Set<string>();
  for (const { model, provider, row, inputId } of all) {
    if (providers.get(model)!.size < 2) continue;
    const id = `${model}\n${row}\n${inputId}`;
    if (first.has(id) && first.get(id) !== provider) several.add(model);
    first.set(id, provider);
  }
  return several;
}

/** A figure of some rows, and its values on resamples of all rows. */
interface Sampled {
  readonly value: number;
  readonly resampled: Float64Array;
}

interface SampleRequest {
  /** Of each row, by its number. */
  readonly own: ReadonlyMap<number, unknown>;
  /** The numbers of the rows that count. */
  readonly rows: readonly number[];
  /** Whether its interval needs no resamples. */
  readonly isExact?: boolean | undefined;
  combine(measures: readonly unknown[]): (weights: ArrayLike<number>) => number;
}

const SEED = 20_261_125;
const RESAMPLES = 1000;
/** Enough for the ends of an interval, which vary little with so many rows. */
const FEWER_RESAMPLES = 400;
const MANY_ROWS = 20_000;
/** Milliseconds between pauses, in which a signal or the browser can act. */
const TURN = 40;

/**
 * A seeded bootstrap over rows. All requests see the same resamples, so that differences of their values are paired.
 * @param count of all rows, of which each request has some
 */
async function resample(
  requests: readonly SampleRequest[],
  count: number,
  signal: AbortSignal | undefined,
): Promise<Sampled[]> {
  const random = seededRandom(SEED);
  const size = count > MANY_ROWS ? FEWER_RESAMPLES : RESAMPLES;
  const byRows = new Map<
    unknown,
    Sampled & { rows: Int32Array; compute: (weights: ArrayLike<number>) => number; weights: Float64Array }
  >();
  const pause = pausing(signal);
  const prepared: Sampled[] = [];
  for (const { own, rows, combine, isExact } of requests) {
    await pause();
    // Candidates usually have the same rows, so that those of a pair are those of the candidate.
    const isAll = rows.length === own.size;
    const known = isAll ? byRows.get(own) : undefined;
    const sorted = Int32Array.from(rows).sort();
    const compute = known?.compute ?? combine(Array.from(sorted, (row) => own.get(row)));
    const weights = new Float64Array(sorted.length).fill(1);
    const entry = known ?? {
      rows: sorted,
      compute,
      weights,
      value: compute(weights),
      resampled: new Float64Array(isExact ? 0 : size),
    };
    byRows.set(isAll ? own : { own }, entry);
    prepared.push(entry);
  }
  const sampled = [...byRows.values()].filter(({ resampled }) => resampled.length > 0);
  const times = new Float64Array(count);
  for (let index = 0; index < size && sampled.length > 0; index += 1) {
    times.fill(0);
    for (let draw = 0; draw < count; draw += 1) times[Math.floor(random() * count)]! += 1;
    for (const { rows, compute, weights, resampled } of sampled) {
      // Awaiting nothing would cost more than the figure of a few rows.
      const turn = pause();
      if (turn !== undefined) await turn;
      if (rows.length < count) for (let at = 0; at < rows.length; at += 1) weights[at] = times[rows[at]!]!;
      resampled[index] = compute(rows.length < count ? weights : times);
    }
  }
  return prepared;
}

/** Returns a function that lets others run now and then. @throws the signal's reason */
function pausing(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let last = performance.now();
  return () => {
    if (performance.now() - last < TURN) return undefined;
    return new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      last = performance.now();
      signal?.throwIfAborted();
    });
  };
}
