import {
  counted,
  createEvaluation,
  createRowFinder,
  costText,
  formatDifference,
  formatInterval,
  formatP,
  formatSeconds,
  formatValue,
  getNotes,
  getVerdict,
  InputError,
  metrics,
  parseBatchLine,
  reportCsv,
  visibleLine,
  type CandidateSummary,
  type LabelOptions,
  type Pair,
  type Report,
} from '@tryout/engine';
import { openRegularFile, readLines, readLocalTable } from '@tryout/engine/node';
import type { Call } from '../context/context.ts';
import { table, type Column } from '../screen/table.ts';
import type { Terminal } from '../screen/terminal.ts';

interface ReportFiles {
  /** What `-` names. */
  readonly input?: NodeJS.ReadableStream;
  note(text: string): void;
  readonly signal: AbortSignal;
  /** A table whose rows and columns count instead of those of the lines. */
  readonly source?: string | undefined;
}

/** Bytes; images and sounds are files of their own, only masks and tracks are in a line. */
const MAX_LINE = 32 * 1024 * 1024;

/** Computes the report of outputs. @throws InputError for files that are no outputs of batches */
export async function readReport(
  paths: readonly string[],
  labels: LabelOptions,
  { input, note, signal, source }: ReportFiles,
): Promise<Report> {
  const evaluation = createEvaluation(labels);
  const find =
    source === undefined ? undefined : createRowFinder(await readLocalTable(source, signal), labels.label);
  let [found, lost] = [0, 0];
  for (const path of new Set(paths)) {
    // Empty files are fine: a shard may have had no rows.
    const stream = path === '-' && input ? input : (await openRegularFile(path)).handle.createReadStream();
    let [rows, unread] = [0, 0];
    for await (const { text } of readLines(stream, MAX_LINE)) {
      signal.throwIfAborted();
      if (text?.trim() === '') continue;
      const line = text === undefined ? undefined : parseBatchLine(text);
      const placed = line && find ? find(line) : line;
      if (placed) evaluation.add(placed);
      if (placed) found += 1;
      else if (line) lost += 1;
      if (line) rows += 1;
      else unread += 1;
    }
    const name = path === '-' ? 'Standard input' : path;
    if (rows === 0 && unread > 0)
      throw new InputError(`${name} is not the output of a batch`, {
        hint: 'Choose the file that a batch wrote.',
      });
    if (unread > 0) note(`${name}: ${counted(unread, 'unreadable line')} skipped.`);
  }
  if (source !== undefined && found === 0 && lost > 0)
    throw new InputError(`No answer is of a row in ${source}`, {
      hint: 'Use the table that the batch ran, also with other labels.',
    });
  if (lost > 0) note(`${counted(lost, 'answer')} of rows that are not in ${source} left out.`);
  return evaluation.finish(signal);
}

/** Figures and differences as tables. */
export async function drawReport(report: Report, terminal: Terminal): Promise<string> {
  const { candidates, metrics: figures, pairs } = report;
  const ids = [...new Set(figures.map(({ metric }) => metric))];
  const model: Column<CandidateSummary> = { title: 'MODEL', value: (candidate) => candidate.model };
  const results = ids.map((id): Column<CandidateSummary> => ({
    title: metrics[id].title.toUpperCase(),
    value(candidate) {
      const figure = figures.find((each) => each.model === candidate.model && each.metric === id);
      return figure ? `${formatValue(id, figure.value)} (${formatInterval(figure)})` : '';
    },
  }));
  const facts: Column<CandidateSummary>[] = [
    { title: 'ROWS', value: ({ done, failed }) => String(done + failed), side: 'right' },
    { title: 'FAILED', value: ({ failed }) => String(failed), side: 'right' },
    { title: 'MEDIAN', value: ({ median }) => formatSeconds(median), side: 'right' },
    { title: 'P95', value: ({ p95 }) => formatSeconds(p95), side: 'right' },
    { title: 'COST', value: costText, side: 'right' },
  ];
  const differences: Column<Pair>[] = [
    { title: 'COMPARED WITH THE BEST', value: ({ b }) => b },
    { title: 'METRIC', value: ({ metric }) => metrics[metric].title },
    {
      title: 'DIFFERENCE',
      value: ({ metric, difference }) => formatDifference(metric, difference),
      side: 'right',
    },
    { title: 'NOISE?', value: (pair) => formatP(pair.p) },
  ];
  const ofBest = pairs.filter(({ a }) => a === candidates[0]?.model);
  return [
    ...(results.length > 0 ? [await table(candidates, [model, ...results], terminal)] : []),
    await table(candidates, [model, ...facts], terminal),
    ...(ofBest.length > 0 ? [await table(ofBest, differences, terminal)] : []),
  ].join('\n');
}

/** What is to say about a report: its notes, then the verdict. */
export function getReportNotes(report: Report): readonly string[] {
  const verdict = getVerdict(report);
  return [...getNotes(report), ...(verdict === undefined ? [] : [verdict])];
}

/** Prints figures, differences and the verdict. */
export async function printReport({ output }: Call, report: Report): Promise<void> {
  const { terminal } = output;
  output.write(terminal.isTerminal ? await drawReport(report, terminal) : reportCsv(report));
  getReportNotes(report).forEach(output.note);
  if (getVerdict(report) === undefined && report.label === undefined)
    output.note(
      `Add --expected COLUMN to compute metrics; the columns are ${report.columns.map(visibleLine).join(', ')}.`,
    );
}
