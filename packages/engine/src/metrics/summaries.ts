import { addCost, noCosts } from '../cost/index.ts';
import type { MetricId } from '../tasks/index.ts';
import type { Candidate } from './align-rows.ts';
import type { MetricFigures } from './figures.ts';
import type { ClassPair, Metric } from './metric.ts';
import { metrics } from './metrics.ts';
import type { CandidateSummary, Confusion, Differences, ReliabilityBin } from './report.ts';
import type { MeasuredRow } from './rows.ts';
import { quantile } from './statistics.ts';

/** Classes in a confusion table, of which the others are one, and causes of failures. */
const MAX_CLASSES = 12;
const MAX_DIFFERING = 20;
const BINS = 10;

/** By the first metric; without metrics by failures. */
export function rank(candidates: readonly Candidate[], deciding: MetricFigures | undefined): Candidate[] {
  const failures = ({ rows }: Candidate) =>
    [...rows.values()].filter(({ failure }) => failure !== undefined).length;
  const values = new Map(
    deciding?.figures.map(({ model, metric, value }) => [
      model,
      value === undefined ? -Infinity : metrics[metric].isLowerBetter ? -value : value,
    ]),
  );
  const order = (candidate: Candidate) =>
    values.get(candidate.name) ?? -failures(candidate) / candidate.rows.size;
  return [...candidates].sort((a, b) => order(b) - order(a));
}

export function describeCandidate(
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
    ...list.reduce(addCost, noCosts),
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

export function describeDifferences(
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
