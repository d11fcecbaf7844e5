import { costText } from '../cost.ts';
import { formatCsv } from '../fields/index.ts';
import { count, counted, elapsed, percent, shortNumber } from '../format/index.ts';
import type { MetricId } from '../tasks/index.ts';
import { visibleLine } from '../text/index.ts';
import type { CandidateSummary, Figure, Pair, Report } from './report.ts';
import { metrics } from './metrics.ts';

const isNumber = (metric: MetricId) => metrics[metric].isNumber === true;

const NONE = '–';

/** A value of a metric: `91.2%`, or a number for those that are no shares. */
export function formatValue(metric: MetricId, value: number | undefined): string {
  if (value === undefined) return NONE;
  return isNumber(metric) ? String(Number(value.toPrecision(3))) : percent(value);
}

/** `88.4% to 93.4%`, or of a difference; a dash if it is unknown. Bounds are rounded as the value is, so that it stays within. */
export function formatInterval(figure: Figure | Pair): string {
  const { metric, low, high } = figure;
  if (low === undefined || high === undefined) return NONE;
  const format = 'difference' in figure ? formatDifference : formatValue;
  return `${format(metric, low)} to ${format(metric, high)}`;
}

/** A difference: `+7.2 points`. */
export function formatDifference(metric: MetricId, value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  const amount = Math.abs(value);
  return isNumber(metric)
    ? `${sign}${Number(amount.toPrecision(3))}`
    : `${sign}${(100 * amount).toFixed(1)} points`;
}

export function formatP(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}

export const formatSeconds = (seconds: number | undefined) =>
  seconds === undefined ? NONE : elapsed(seconds);

/** Two significant digits, since it is an estimate. */
export function roughly(rows: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(rows)) - 1);
  return rows > 1e7 ? 'over ten million' : `about ${count(Math.ceil(rows / step) * step)}`;
}

/** What a report means, in one sentence; undefined without a metric. */
export function getVerdict({
  candidates: [best, second],
  metrics: figures,
  pairs,
}: Report): string | undefined {
  const deciding = figures[0];
  if (!best || !deciding) return undefined;
  const { title: name, isLowerBetter } = metrics[deciding.metric];
  // `MAE` and the names of people stay as they are.
  const title = name.replace(/^(?!Pearson|Spearman)[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const figureOf = (model: string) =>
    figures.find((each) => each.model === model && each.metric === deciding.metric);
  const describe = (model: string) =>
    `${visibleLine(model)} (${formatValue(deciding.metric, figureOf(model)?.value)})`;
  const rows = counted(deciding.rows, 'row');
  if (!second && deciding.low === undefined)
    return `${describe(best.model)}: how sure its ${title} is cannot be computed from ${rows}.`;
  if (!second)
    return `${describe(best.model)}: with 95% confidence, its ${title} is ${formatInterval(deciding)} (${rows}).`;
  const pair = pairs.find(
    ({ a, b, metric }) => metric === deciding.metric && a === best.model && b === second.model,
  );
  const names = `${describe(best.model)} and ${describe(second.model)}`;
  const isUnknown = [best, second].some(({ model }) => figureOf(model)?.value === undefined);
  if (!pair)
    return `${names} cannot be compared: ${isUnknown ? `${title} cannot be computed for both` : 'they have no labeled rows in common'}.`;
  const facts = `${formatP(pair.p)}, ${counted(pair.rows, 'row')}`;
  if (isSignificant(pair)) {
    // A model that also has easier rows may be the first one, but not on the common rows.
    const isReversed = pair.difference < 0 !== (isLowerBetter === true);
    const [winner, loser] = isReversed ? [second, best] : [best, second];
    const isPart = [best, second].some(({ model }) => figureOf(model)!.rows > pair.rows);
    const where = isPart ? ` on the ${counted(pair.rows, 'row')} that both have` : '';
    return `${describe(winner.model)} beats ${describe(loser.model)} by ${title}${where}, and the difference is more than noise (${facts}).`;
  }
  if (pair.difference === 0)
    return `${names} have the same ${title} on ${counted(pair.rows, 'row')}, so either may be better.`;
  const needed =
    pair.rowsNeeded === undefined ? '' : `; ${roughly(pair.rowsNeeded)} rows would be needed to tell`;
  return `The difference in ${title} between ${names} is not more than noise (${facts})${needed}.`;
}

export function isSignificant({ p }: Pair): boolean {
  return p < 0.05;
}

/** As a shell takes it. */
const quoteWord = (text: string) =>
  /^[\w@%+:,./=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

function noLabelNote(
  model: string,
  { labels, proposed }: NonNullable<CandidateSummary['unmatched']>,
): string {
  const list = (names: readonly string[]) => names.map((name) => visibleLine(name).slice(0, 40)).join(', ');
  const map = proposed.map(([answer, label]) => `--map ${quoteWord(`${answer}=${label}`)}`).join(' ');
  const answers = list(proposed.map(([answer]) => answer));
  return `${visibleLine(model)}: no label of the column (${list(labels)}) occurs in the answers (${answers}). If these are other names of labels, add for example ${visibleLine(map)}.`;
}

/** What a reader must know before the figures. */
export function getNotes(report: Report): string[] {
  const { missingShards: shards, unlabeledRows, absentRows, label } = report;
  const failed = report.candidates.filter((candidate) => candidate.failed > 0);
  return [
    ...(shards.length > 0
      ? [
          `${shards.length === 1 ? 'Shard' : 'Shards'} ${shards.join(', ')} missing: the figures are incomplete.`,
        ]
      : []),
    ...(absentRows > 0
      ? [`${counted(absentRows, 'row')} of the source not in any file, up to the last row that is.`]
      : []),
    ...(unlabeledRows > 0
      ? [`${counted(unlabeledRows, 'answer')} without a readable label not measured.`]
      : []),
    ...report.candidates.flatMap(({ model, unmatched, contained = 0 }) => [
      ...(unmatched ? [noLabelNote(model, unmatched)] : []),
      ...(contained > 0
        ? [
            `${visibleLine(model)}: ${counted(contained, 'answer')} counted as the only label in ${contained === 1 ? 'it' : 'them'}.`,
          ]
        : []),
    ]),
    ...failed.map(({ model, failed: rows, failures: [most] }) => {
      const wrong = label === undefined ? '' : ', counted as wrong';
      return `${visibleLine(model)}: ${counted(rows, 'failed row')}${wrong}${most ? ` (mostly: ${visibleLine(most.cause)})` : ''}.`;
    }),
  ];
}

/** The report for programs: rates are fractions, unknown values null. */
export function reportJson(report: Report): unknown {
  const { candidates, metrics: figures, missingShards, rows, ...details } = report;
  const value = {
    rows,
    missingShards,
    metrics: figures,
    verdict: getVerdict(report),
    models: candidates,
    ...details,
  };
  return JSON.parse(JSON.stringify(value, (_key, part: unknown) => part ?? null));
}

/** One line for each figure, also of times and costs. */
export function reportCsv({ metrics: figures, candidates }: Report): string {
  const columns = ['model', 'metric', 'value', 'low', 'high', 'rows', 'failed'] as const;
  const measured = figures.map((figure) => columns.map((name) => figure[name]));
  const facts = candidates.flatMap(({ model, done, failed, median, p95, throughput, cost }) =>
    Object.entries({ medianSeconds: median, p95Seconds: p95, rowsPerSecond: throughput, cost }).map(
      ([name, value]) => [...[model, name, value, undefined, undefined, done + failed, failed]],
    ),
  );
  return formatCsv([columns, ...measured, ...facts]);
}

/** Escapes what Markdown and its HTML would interpret. */
function escapeCell(text: string): string {
  return visibleLine(text).replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&');
}

function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(titles), `| ${titles.map(() => '---').join(' | ')} |`, ...rows.map(line)].join('\n');
}

export function reportMarkdown(report: Report): string {
  const { candidates, metrics: figures, pairs, task } = report;
  const facts = candidates.map((candidate) => [
    candidate.model,
    ...[candidate.done, candidate.failed].map(String),
    ...[formatSeconds(candidate.median), formatSeconds(candidate.p95), costText(candidate)],
  ]);
  const results = figures.map((figure) => [
    ...[
      figure.model,
      metrics[figure.metric].title,
      formatValue(figure.metric, figure.value),
      formatInterval(figure),
    ],
    ...[figure.rows, figure.failed].map(String),
  ]);
  const differences = pairs.map((pair) => [
    ...[pair.a, pair.b, metrics[pair.metric].title, formatDifference(pair.metric, pair.difference)],
    ...[formatP(pair.p), pair.rowsNeeded === undefined ? '' : roughly(pair.rowsNeeded)],
  ]);
  return [
    `# Report: ${escapeCell(task)}`,
    ...[getVerdict(report) ?? [], getNotes(report)].flat().map(escapeCell),
    ...(results.length > 0
      ? [markdownTable(['Model', 'Metric', 'Value', '95% interval', 'Rows', 'Failed'], results)]
      : []),
    ...(differences.length > 0
      ? [markdownTable(['A', 'B', 'Metric', 'A − B', 'p', 'Rows needed'], differences)]
      : []),
    markdownTable(['Model', 'Done', 'Failed', 'Median', 'p95', 'Cost'], facts),
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

/** Requests per second of one connection. */
export const formatThroughput = (value: number | undefined) =>
  value === undefined ? NONE : `${shortNumber(value)}/s`;
