import type { BatchLine } from '../batch/index.ts';
import { InputError } from '../errors/index.ts';
import type { MetricId } from '../tasks/index.ts';
import { visibleLine } from '../text/index.ts';
import { alignRows } from './align-rows.ts';
import { computeFigures, reversePair } from './figures.ts';
import { measuredKinds } from './forms.ts';
import type { ClassPair } from './metric.ts';
import type { Report } from './report.ts';
import { metricsOf, rowReader, type MeasuredRow } from './rows.ts';
import { describeCandidate, describeDifferences, rank } from './summaries.ts';

/** Free texts with more distinct labels are no classes. */
const MAX_OPEN_CLASSES = 50;
/** Each pair is compared. */
const MAX_MODELS = 32;
/** Columns that an error names. */
const MAX_COLUMNS = 12;

/** Collects the lines of batches and computes their report. @param label the column with the labels */
export function createEvaluation(label?: string) {
  const reader = rowReader(label);
  const rows = new Map<string, MeasuredRow>();
  const shards = new Map<number, Set<number>>();

  return {
    /** @throws InputError for lines of several tasks */
    add(line: BatchLine): void {
      if (line.shard) {
        const [index = 0, count = 0] = line.shard.split('/').map(Number);
        shards.set(count, (shards.get(count) ?? new Set()).add(index));
      }
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
      const ids = chooseMetrics(metricsOf(task), all, label, isOpen);
      if (ids.length > 0 && !all.some(isLabeled)) throw noLabels(label ?? '', all, [...reader.columns]);
      const { candidates, inputs } = alignRows(all);
      if (candidates.length > MAX_MODELS)
        throw new InputError(`The rows are of ${candidates.length} models, more than ${MAX_MODELS}`, {
          hint: 'Pass the files of fewer models.',
        });
      const figures =
        ids.length === 0
          ? []
          : await computeFigures(candidates, ids, metricsOf(task), inputs, isOpen, signal);
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
  const names = columns.slice(0, MAX_COLUMNS).map(visibleLine).join(', ');
  const sample = rows.find((row) => row.label !== '')?.label;
  return sample === undefined
    ? new InputError(`There is no column '${label}' with labels`, { hint: `The columns are ${names}.` })
    : new InputError(`No label of column '${label}' can be read, for example '${sample}'`, {
        hint: 'docs/metrics.md lists the formats of labels.',
      });
}
