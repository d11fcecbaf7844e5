import type { BatchLine } from '../batch/index.ts';
import { addCost, noCosts } from '../cost.ts';
import {
  alignRows,
  type EvaluatedCandidate,
  computeFigures,
  reversePair,
  type MetricFigures,
} from './figures.ts';
import { InputError } from '../errors/index.ts';
import { createClasses } from './equality.ts';
import type { MetricId } from '../tasks/index.ts';
import { visibleLine } from '../text/index.ts';
import { measuredKinds } from './forms.ts';
import { type ClassPair, type Metric, metrics } from './metrics.ts';
import type { Report, CandidateSummary, Confusion, Differences, ReliabilityBin } from './report.ts';
import { measureClasses, metricsOf, rowReader, type LabelOptions, type MeasuredRow } from './rows.ts';
import { quantile } from './statistics.ts';

/** Free texts with more distinct labels are no classes. */
const MAX_OPEN_CLASSES = 30;
/** Each pair is compared. */
const MAX_MODELS = 32;
/** Columns that an error names. */
const MAX_COLUMNS = 12;

/** Collects the lines of batches and computes their report. */
export function createEvaluation(options: LabelOptions = {}) {
  const { label, map } = options;
  const reader = rowReader(options);
  const rows = new Map<string, MeasuredRow>();
  const shards = new Map<number, Set<number>>();

  return {
    /** @throws InputError for lines of several tasks */
    add(line: BatchLine): void {
      if (line.shard) {
        const [index = 0, count = 0] = line.shard.split('/').map(Number);
        shards.set(count, (shards.get(count) ?? new Set()).add(index));
      }
      if (line.gone) return;
      const earlier = rows.get(line.key);
      // A retried row keeps its answer.
      if (earlier && earlier.failure === undefined && line.error !== undefined) return;
      rows.set(line.key, reader.read(line));
    },
    /** @throws InputError without lines or labels */
    async finish(signal?: AbortSignal): Promise<Report> {
      const task = reader.getTask();
      if (!task)
        throw new InputError('There are no rows', { hint: 'Choose the output of a batch that has rows.' });
      const all = [...rows.values()];
      const isLabeled = ({ measures }: MeasuredRow) => measures !== undefined;
      const isOpen = measuredKinds[task.result.kind]?.isOpen === true;
      const classes = createClasses(new Set(all.flatMap((row) => row.classes?.labels ?? [])), map);
      requireLabels(classes, map, label);
      measureClasses(all, classes, metricsOf(task));
      const ids = chooseMetrics(metricsOf(task), all, label, isOpen);
      if (ids.length > 0 && !all.some(isLabeled)) throw noLabels(label ?? '', all, [...reader.columns]);
      const { candidates, inputs } = alignRows(all);
      const read = new Map(
        candidates.map(({ name, rows }) => [name, readAnswers([...rows.values()], classes)]),
      );
      const isUnmatched = (name: string) =>
        ids.includes('accuracy') && read.get(name)!.unmatched !== undefined;
      if (candidates.length > MAX_MODELS)
        throw new InputError(`The rows are of ${candidates.length} models, more than ${MAX_MODELS}`, {
          hint: 'Pass the files of fewer models.',
        });
      const figures =
        ids.length === 0
          ? []
          : await computeFigures(candidates, ids, metricsOf(task), inputs, isOpen, isUnmatched, signal);
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
        candidates: ranked.map((candidate) => ({
          ...describeCandidate(candidate, ids, metricsOf(task)),
          ...(ids.includes('accuracy') ? read.get(candidate.name) : {}),
        })),
        metrics: figures.flatMap((figure) => figure.figures).sort((a, b) => place(a.model) - place(b.model)),
        pairs: figures
          .flatMap(({ pairs }) => pairs)
          .map((pair) => (place(pair.a) < place(pair.b) ? pair : reversePair(pair))),
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

type Classes = ReturnType<typeof createClasses>;

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
  const isClosed = names.size <= Math.min(MAX_OPEN_CLASSES, labeled.length / 2);
  const isClass = (id: MetricId) => id === 'accuracy' || id === 'macroF1';
  const others = ids.filter((id) => !isClass(id));
  return isClosed ? [...ids.filter(isClass), ...others] : others;
}

/** @throws InputError for a label that the column does not have */
function requireLabels({ names, fold }: Classes, map: LabelOptions['map'] = {}, label = ''): void {
  const unknown = Object.values(map).find((name) => !names.has(fold(name)));
  if (unknown === undefined) return;
  const some = [...names].slice(0, MAX_COLUMNS).map(visibleLine).join(', ');
  throw new InputError(`'${unknown}' is no label of column '${label}'`, {
    hint: some === '' ? 'Choose the column with the labels.' : `Its labels are ${some}.`,
  });
}

/** Answers, or labels, that a note names. */
const MAX_NAMED = 5;

/** How many answers count as a label that they contain, and what none of them is. */
function readAnswers(
  rows: readonly MeasuredRow[],
  classes: Classes,
): Pick<CandidateSummary, 'contained' | 'unmatched'> {
  let [matched, contained] = [0, 0];
  const labelsOf = new Map<string, Map<string, number>>();
  for (const { classes: read } of rows) {
    if (read?.answer === undefined || !read.read) continue;
    const { isLabel, isContained } = read.read;
    matched += Number(isLabel);
    contained += Number(isContained);
    const counts = labelsOf.get(read.answer) ?? new Map<string, number>();
    const label = read.labels[0] ?? '';
    if (!isLabel && labelsOf.size < MAX_CLASSES)
      labelsOf.set(read.answer, counts.set(label, (counts.get(label) ?? 0) + 1));
  }
  if (matched > 0 || labelsOf.size === 0) return { contained };
  const proposed = [...labelsOf].map(
    ([answer, counts]) => [answer, [...counts].sort((a, b) => b[1] - a[1])[0]![0]] as const,
  );
  return {
    contained,
    unmatched: { labels: [...classes.names].slice(0, MAX_NAMED), proposed: proposed.slice(0, MAX_NAMED) },
  };
}

function noLabels(label: string, rows: readonly MeasuredRow[], columns: readonly string[]): InputError {
  const names = columns.slice(0, MAX_COLUMNS).map(visibleLine).join(', ');
  const sample = rows.find((row) => row.label !== '')?.label;
  return sample === undefined
    ? new InputError(`There is no column '${label}' with labels`, { hint: `The columns are ${names}.` })
    : new InputError(`No label of column '${label}' can be read, for example '${sample}'`, {
        hint: 'docs/metrics.md lists the formats of labels.',
      });
}

/** Classes in a confusion table, of which the others are one, and causes of failures. */
const MAX_CLASSES = 12;
const MAX_DIFFERING = 20;
const BINS = 10;

/** By the first metric; without metrics by failures. */
function rank(
  candidates: readonly EvaluatedCandidate[],
  deciding: MetricFigures | undefined,
): EvaluatedCandidate[] {
  const failures = ({ rows }: EvaluatedCandidate) =>
    [...rows.values()].filter(({ failure }) => failure !== undefined).length;
  const values = new Map(
    deciding?.figures.map(({ model, metric, value }) => [
      model,
      value === undefined ? -Infinity : metrics[metric].isLowerBetter ? -value : value,
    ]),
  );
  const order = (candidate: EvaluatedCandidate) =>
    values.get(candidate.name) ?? -failures(candidate) / candidate.rows.size;
  return [...candidates].sort((a, b) => order(b) - order(a));
}

function describeCandidate(
  { name, rows }: EvaluatedCandidate,
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

function describeDifferences(
  one: EvaluatedCandidate,
  other: EvaluatedCandidate,
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
