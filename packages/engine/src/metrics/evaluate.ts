import type { BatchLine } from '../batch/index.ts';
import { InputError } from '../errors/index.ts';
import type { MetricId } from '../tasks/index.ts';
import { visibleLine } from '../text/index.ts';
import { measuredKinds } from './forms.ts';
import { metrics, type ClassPair, type Metric } from './metrics.ts';
import { resample, type Sampled } from './resample.ts';
import { metricsOf, rowReader, type MeasuredRow } from './rows.ts';
import {
  adjustByHolm,
  mcnemarTest,
  pairedRateInterval,
  percentileInterval,
  quantile,
  rowsNeeded,
  testDifference,
  wilsonInterval,
} from './statistics.ts';

/** Bounds are undefined where they cannot be computed, as from a single row. */
export interface Figure {
  readonly model: string;
  readonly metric: MetricId;
  readonly value: number | undefined;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly rows: number;
  readonly failed: number;
}

/** The difference of two candidates on the rows that both have; `p` is corrected for the number of pairs. */
export interface Pair {
  readonly a: string;
  readonly b: string;
  readonly metric: MetricId;
  readonly rows: number;
  readonly difference: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly p: number;
  /** How many rows would show it; undefined if it is shown already, or there is none. */
  readonly rowsNeeded: number | undefined;
}

/** Times in seconds, costs in US dollars. */
export interface CandidateSummary {
  readonly model: string;
  readonly done: number;
  readonly failed: number;
  /** The most frequent causes first. */
  readonly failures: readonly { readonly cause: string; readonly rows: number }[];
  readonly median: number | undefined;
  readonly p95: number | undefined;
  /** Answers per second of waiting, one request at a time. */
  readonly throughput: number | undefined;
  /** Of the rows with a known cost; undefined without any. */
  readonly cost: number | undefined;
  readonly unpricedRows: number;
  readonly confusion: Confusion | undefined;
  readonly reliability: readonly ReliabilityBin[] | undefined;
}

/** Rows are actual classes, columns predicted ones. The last column counts failed rows and other answers. */
export interface Confusion {
  readonly names: readonly string[];
  readonly counts: readonly (readonly number[])[];
}

export interface ReliabilityBin {
  readonly confidence: number;
  readonly rate: number;
  readonly rows: number;
}

export interface DifferingRow {
  readonly row: number;
  readonly input: string;
  readonly label: string;
  readonly answers: readonly [string, string];
  readonly scores: readonly [number, number];
}

export interface Differences {
  readonly a: string;
  readonly b: string;
  readonly metric: MetricId;
  /** Score of a minus score of b for each row, the largest first. */
  readonly values: readonly number[];
  readonly rows: readonly DifferingRow[];
}

export interface Report {
  readonly task: string;
  readonly label: string | undefined;
  readonly rows: number;
  /** Rows without a readable label, which no metric contains. */
  readonly unlabeledRows: number;
  /** Numbers up to the last row for which no candidate has a line. */
  readonly absentRows: number;
  readonly missingShards: readonly string[];
  /** The best first. */
  readonly candidates: readonly CandidateSummary[];
  readonly metrics: readonly Figure[];
  readonly pairs: readonly Pair[];
  readonly differences: Differences | undefined;
  /** Names of the columns, for those who have not chosen one. */
  readonly columns: readonly string[];
}

/** Classes in a confusion table; the others are one. */
const MAX_CLASSES = 12;
/** Free texts with more distinct labels are no classes. */
const MAX_OPEN_CLASSES = 50;
const MAX_DIFFERING = 20;
const BINS = 10;
/** Each pair is compared. */
const MAX_CANDIDATES = 32;

interface Candidate {
  readonly name: string;
  /** By the number of the input. */
  readonly rows: Map<number, MeasuredRow>;
}

/** Collects the lines of batches and computes their report. @param label the column with the labels */
export function createEvaluation(label?: string) {
  const reader = rowReader(label);
  const rows = new Map<string, MeasuredRow>();
  const shards = new Map<number, Set<number>>();

  return {
    /** @throws InputError for lines of several tasks */
    add(line: BatchLine): void {
      const [index, count] = (line.shard ?? '').split('/').map(Number);
      if (index && count) shards.set(count, (shards.get(count) ?? new Set()).add(index));
      const earlier = rows.get(line.key);
      // A retried row keeps its answer.
      if (earlier && earlier.failure === undefined && line.error !== undefined) return;
      rows.set(line.key, reader.read(line));
    },
    /** @throws InputError without lines or labels */
    async finish(signal?: AbortSignal): Promise<Report> {
      const task = reader.getTask();
      if (!task) throw new InputError('There are no rows', { hint: 'Pass the output of tryout batch.' });
      const all = [...rows.values()];
      const isLabeled = ({ measures }: MeasuredRow) => measures !== undefined;
      const isOpen = measuredKinds[task.result.kind]?.isOpen === true;
      const ids = chooseMetrics(metricsOf(task), all, label, isOpen);
      if (ids.length > 0 && !all.some(isLabeled)) throw noLabels(label ?? '', all, [...reader.columns]);
      const { candidates, inputs } = alignRows(all);
      if (candidates.length > MAX_CANDIDATES)
        throw new InputError(`The rows are of ${candidates.length} models, more than ${MAX_CANDIDATES}`, {
          hint: 'Pass the files of fewer models.',
        });
      const figures =
        ids.length === 0 ? [] : await measure(candidates, ids, metricsOf(task), inputs, isOpen, signal);
      const ranked = rank(candidates, figures[0]);
      const ofRank = new Map(ranked.map(({ name }, index) => [name, index]));
      const place = (name: string) => ofRank.get(name) ?? 0;
      const best = figures[0]?.pairs.find(({ a, b }) => place(a) + place(b) === 1);
      const numbers = new Set(all.map(({ row }) => row));
      return {
        task: task.id,
        label,
        rows: inputs,
        unlabeledRows: label === undefined ? 0 : all.length - all.filter(isLabeled).length,
        absentRows: Math.max(0, all.reduce((max, { row }) => Math.max(max, row), 0) - numbers.size),
        missingShards: [...shards].flatMap(([count, seen]) => missingOf(count, seen)),
        candidates: ranked.map((candidate) => describeCandidate(candidate, ids, metricsOf(task))),
        metrics: figures.flatMap((figure) => figure.figures).sort((a, b) => place(a.model) - place(b.model)),
        pairs: figures
          .flatMap(({ pairs }) => pairs)
          .map((pair) => (place(pair.a) < place(pair.b) ? pair : reverse(pair))),
        differences: best && describeDifferences(ranked[0]!, ranked[1]!, ids[0]!, metricsOf(task)),
        columns: [...reader.columns],
      };
    },
  };
}

/** Shards that were named at most; a file can claim a million of them. */
const MAX_MISSING = 100;

function missingOf(count: number, seen: ReadonlySet<number>): string[] {
  const missing: string[] = [];
  for (let index = 1; index <= count && missing.length < MAX_MISSING; index += 1)
    if (!seen.has(index)) missing.push(`${index}/${count}`);
  return missing;
}

function chooseMetrics(
  ids: readonly MetricId[],
  rows: readonly MeasuredRow[],
  label: string | undefined,
  isOpen: boolean,
) {
  if (label === undefined) return [];
  const at = ids.indexOf('macroF1');
  if (!isOpen || at < 0) return ids;
  const labeled = rows.filter(({ measures }) => measures !== undefined);
  const names = new Set(labeled.map(({ measures }) => (measures![at] as ClassPair).actual));
  return names.size <= Math.min(MAX_OPEN_CLASSES, labeled.length / 2)
    ? ids
    : ids.filter((id) => id !== 'macroF1');
}

function noLabels(label: string, rows: readonly MeasuredRow[], columns: readonly string[]): InputError {
  const names = columns.slice(0, MAX_CLASSES).map(visibleLine).join(', ');
  const sample = rows.find((row) => row.label !== '')?.label;
  return sample === undefined
    ? new InputError(`There is no column '${label}' with labels`, { hint: `The columns are ${names}.` })
    : new InputError(`No label of column '${label}' can be read, for example '${sample}'`, {
        hint: 'docs/metrics.md lists the formats of labels.',
      });
}

/** Groups rows by candidate: a model, or each of its providers if they ran the same rows. Equal inputs are numbered in order. */
function alignRows(all: readonly MeasuredRow[]): { candidates: Candidate[]; inputs: number } {
  const providers = new Map<string, string | undefined>();
  const several = new Set<string>();
  for (const { model, provider, row, inputId } of all) {
    const id = `${model}\n${row}\n${inputId}`;
    if (providers.has(id) && providers.get(id) !== provider) several.add(model);
    providers.set(id, provider);
  }
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

interface MetricFigures {
  readonly figures: readonly Figure[];
  readonly pairs: readonly Pair[];
}

/** The figures and pairs of each metric. */
async function measure(
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
    const common = pairsOf(candidates.length).flatMap(([one, other]) => {
      const rows = commonRows(measured[one]!, measured[other]!);
      return [measured[one]!, measured[other]!].map((own) => ({ own, rows, combine }));
    });
    return [...measured.map((own) => ({ own, rows: [...own.keys()], combine })), ...common];
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
    const tests = pairs.filter(({ rows }) => rows > 0);
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
  return {
    model,
    metric,
    value: finite(value),
    low: interval?.low,
    high: interval?.high,
    rows: count,
    failed,
  };
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
    return { rows: rows.length, difference, ...tested, needed: rowsNeeded(difference, error, rows.length) };
  }
  const wins = rows.filter((index) => one.get(index) === 1 && other.get(index) === 0).length;
  const losses = rows.filter((index) => one.get(index) === 0 && other.get(index) === 1).length;
  const error = Math.sqrt(wins + losses - (wins - losses) ** 2 / rows.length) / rows.length;
  const needed = rowsNeeded(difference, error, rows.length);
  const p = mcnemarTest(wins, losses);
  return { rows: rows.length, difference, ...pairedRateInterval(wins, losses, rows.length), p, needed };
}

function reverse({ a, b, low, high, difference, ...pair }: Pair): Pair {
  const negative = (value: number | undefined) => (value === undefined ? undefined : -value);
  return { ...pair, a: b, b: a, difference: -difference, low: negative(high), high: negative(low) };
}

/** By the first metric; without metrics by failures. */
function rank(candidates: readonly Candidate[], deciding: MetricFigures | undefined): Candidate[] {
  const failures = ({ rows }: Candidate) =>
    [...rows.values()].filter(({ failure }) => failure !== undefined).length;
  const values = new Map(
    deciding?.figures.map(({ model, metric, value = -Infinity }) => [
      model,
      metrics[metric].isLowerBetter ? -value : value,
    ]),
  );
  const order = (candidate: Candidate) =>
    values.get(candidate.name) ?? -failures(candidate) / candidate.rows.size;
  return [...candidates].sort((a, b) => order(b) - order(a));
}

function describeCandidate(
  { name, rows }: Candidate,
  ids: readonly MetricId[],
  all: readonly MetricId[],
): CandidateSummary {
  const list = [...rows.values()];
  const done = list.filter(({ failure }) => failure === undefined);
  const causes = new Map<string, number>();
  for (const { failure } of list)
    if (failure !== undefined) causes.set(failure, (causes.get(failure) ?? 0) + 1);
  const seconds = Float64Array.from(done.flatMap((row) => row.seconds ?? [])).sort();
  const waited = list.reduce((sum, row) => sum + (row.seconds ?? 0), 0);
  const costs = list.flatMap(({ cost }) => cost ?? []);
  const first = ids[0] && (metrics[ids[0]] as unknown as Metric);
  return {
    model: name,
    done: done.length,
    failed: list.length - done.length,
    failures: [...causes]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MAX_CLASSES)
      .map(([cause, rows]) => ({ cause, rows })),
    median: quantile(seconds, 0.5),
    p95: quantile(seconds, 0.95),
    throughput: waited > 0 ? done.length / waited : undefined,
    cost: costs.length > 0 ? costs.reduce((sum, cost) => sum + cost, 0) : undefined,
    unpricedRows: list.length - costs.length,
    confusion: ids.includes('macroF1') ? getConfusion(list, all.indexOf('macroF1')) : undefined,
    reliability: first && first.isRate ? getReliability(list) : undefined,
  };
}

function getConfusion(rows: readonly MeasuredRow[], at: number): Confusion {
  const pairs = rows.flatMap(({ measures }) => (measures ? [measures[at] as ClassPair] : []));
  const frequency = new Map<string, number>();
  for (const { actual } of pairs) frequency.set(actual, (frequency.get(actual) ?? 0) + 1);
  const names = [...frequency]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_CLASSES)
    .map(([name]) => name);
  const index = new Map(names.map((name, position) => [name, position]));
  const counts = names.map(() => new Array<number>(names.length + 1).fill(0));
  for (const { actual, predicted } of pairs) {
    const column = predicted === undefined ? names.length : (index.get(predicted) ?? names.length);
    const line = counts[index.get(actual) ?? -1];
    if (line) line[column]! += 1;
  }
  return { names: names.map((name) => name.slice(0, 80)), counts };
}

/** How often answers with about the same score are right. */
function getReliability(rows: readonly MeasuredRow[]): ReliabilityBin[] | undefined {
  const scored = rows.flatMap(({ confidence, measures }) =>
    confidence !== undefined && measures && confidence >= 0 && confidence <= 1
      ? [{ confidence, score: Number(measures[0]) }]
      : [],
  );
  const bins = Array.from({ length: BINS }, () => ({ confidence: 0, rate: 0, rows: 0 }));
  for (const { confidence, score } of scored) {
    const bin = bins[Math.min(BINS - 1, Math.floor(confidence * BINS))]!;
    bin.rows += 1;
    bin.confidence += (confidence - bin.confidence) / bin.rows;
    bin.rate += (score - bin.rate) / bin.rows;
  }
  return scored.length === 0 ? undefined : bins.filter((bin) => bin.rows > 0);
}

function describeDifferences(
  one: Candidate,
  other: Candidate,
  metric: MetricId,
  all: readonly MetricId[],
): Differences {
  const at = all.indexOf(metric);
  const { score } = metrics[metric] as unknown as Metric;
  const scored = [...one.rows].flatMap(([index, a]) => {
    const b = other.rows.get(index);
    if (!b || !a.measures || !b.measures) return [];
    const scores = [score(a.measures[at]), score(b.measures[at])] as const;
    // Two failed rows of numbers do not differ.
    return [{ a, b, scores, value: scores[0] === scores[1] ? 0 : scores[0] - scores[1] }];
  });
  scored.sort((x, y) => y.value - x.value || x.a.row - y.a.row);
  const differing = scored.filter(({ value }) => value !== 0);
  const extremes = [...differing].sort((x, y) => Math.abs(y.value) - Math.abs(x.value) || x.a.row - y.a.row);
  const rows = extremes.slice(0, MAX_DIFFERING).map(({ a, b, scores }) => ({
    row: a.row,
    input: a.input,
    label: a.label,
    answers: [a.failure ?? a.answer, b.failure ?? b.answer] as const,
    scores,
  }));
  return { a: one.name, b: other.name, metric, values: scored.map(({ value }) => value), rows };
}
