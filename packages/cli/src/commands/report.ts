import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import {
  counted,
  createEvaluation,
  formatCost,
  formatDifference,
  formatInterval,
  formatP,
  formatSeconds,
  formatValue,
  getNotes,
  getVerdict,
  InputError,
  metrics,
  jsonText,
  parseBatchLine,
  reportCsv,
  reportJson,
  reportMarkdown,
  reportPage,
  TryoutError,
  visibleLine,
  type CandidateSummary,
  type Pair,
  type Report,
} from '@tryout/engine';
import { createCall, withinTimeout, type Call } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import { filledValue } from '../context/options.ts';
import { readLines } from '../files/read-lines.ts';
import { checkTarget, saveFile } from '../files/save-file.ts';
import type { DefineCommand } from '../runtime.ts';
import { table, type Column } from '../terminal/table.ts';

interface ReportOptions {
  readonly label?: string;
  readonly output?: string;
  readonly force?: boolean;
}

/** Bytes; images and sounds are files of their own, only masks and tracks are in a line. */
const MAX_LINE = 32 * 1024 * 1024;

const formats: Readonly<Record<string, (report: Report) => string>> = {
  '.json': (report) => `${jsonText(reportJson(report), 2)}\n`,
  '.csv': reportCsv,
  '.md': reportMarkdown,
  '.html': reportPage,
};

/** The files of some shards were not passed, so that figures lack their rows. */
class MissingShardsError extends TryoutError {
  override readonly name = 'MissingShardsError';
  readonly code = 'MISSING_SHARDS';
  readonly outcome = 'failed';
}

/** `tryout report OUT.jsonl…`: joins the outputs of batches, computes metrics and ranks candidates. */
export const define: DefineCommand = (command, runtime) => {
  command
    .argument('<file...>', 'outputs of tryout batch; - for standard input')
    .option('--label <column>', 'column with the expected answers', filledValue('--label'))
    .option('-o, --output <file>', 'also save as .json, .csv, .md or .html', filledValue('--output'))
    .option('--force', 'replace an existing file')
    .action(async (paths: readonly string[], options: ReportOptions) => {
      const call = await createCall(command, runtime);
      const { output: target, force = false } = options;
      const format = target === undefined ? undefined : formats[extname(target).toLowerCase()];
      if (target !== undefined && !format)
        throw new UsageError(`Unsupported format of --output '${target}'`, {
          hint: `Use a name that ends in ${Object.keys(formats).join(', ')}.`,
        });
      if (target !== undefined) await checkTarget(target, force);
      const report = await withinTimeout(call, (signal) => createReport(call, paths, options.label, signal));
      if (target !== undefined && format) await saveFile(target, format(report), force);
      if (call.options.json) call.output.json(reportJson(report));
      else await printReport(call, report);
      if (target !== undefined) call.output.note(`Saved ${target}.`);
      const [missing] = report.missingShards;
      if (missing === undefined) return;
      throw new MissingShardsError(
        `${counted(report.missingShards.length, 'shard')} missing: ${report.missingShards.join(', ')}`,
        {
          hint: `Pass the output of tryout batch --shard ${missing}, too.`,
        },
      );
    });
};

/** @throws InputError for files that are no outputs of batches */
export async function createReport(
  { runtime, output }: Call,
  paths: readonly string[],
  label: string | undefined,
  signal: AbortSignal,
): Promise<Report> {
  const evaluation = createEvaluation(label);
  for (const path of new Set(paths)) {
    const stream = path === '-' ? runtime.input : await openFile(path, signal);
    let [rows, unread] = [0, 0];
    for await (const text of readLines(stream, MAX_LINE)) {
      signal.throwIfAborted();
      const line = text === undefined ? undefined : parseBatchLine(text);
      if (line) evaluation.add(line);
      if (line) rows += 1;
      else unread += 1;
    }
    const name = path === '-' ? 'Standard input' : path;
    if (rows === 0 && unread > 0)
      throw new InputError(`${name} is not an output of tryout batch`, {
        hint: 'Pass the file of its --output.',
      });
    if (unread > 0) output.note(`${name}: ${counted(unread, 'unreadable line')} skipped.`);
  }
  return evaluation.finish(signal);
}

/** Empty files are fine: a shard may have had no rows. @throws InputError */
async function openFile(path: string, signal: AbortSignal) {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const code = error.code === 'ENOENT' ? 'FILE_NOT_FOUND' : 'INVALID_INPUT';
    throw new InputError(
      error.code === 'ENOENT' ? `File not found: ${path}` : `Cannot read ${path} (${error.code})`,
      {
        code,
        hint: 'Pass the output of tryout batch.',
      },
    );
  });
  if (!stats.isFile())
    throw new InputError(`${path} is not a regular file`, { hint: 'Pass the output of tryout batch.' });
  return createReadStream(path, { signal });
}

/** Prints figures, differences and the verdict. */
export async function printReport({ output }: Call, report: Report): Promise<void> {
  const { terminal } = output;
  const { candidates, metrics: figures, pairs, label, columns } = report;
  if (!terminal.isTerminal) {
    output.write(reportCsv(report));
  } else {
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
      { title: 'COST', value: formatCost, side: 'right' },
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
    if (results.length > 0) output.write(`${await table(candidates, [model, ...results], terminal)}\n`);
    output.write(await table(candidates, [model, ...facts], terminal));
    if (ofBest.length > 0) output.write(`\n${await table(ofBest, differences, terminal)}`);
  }
  for (const note of getNotes(report)) output.note(note);
  const verdict = getVerdict(report);
  if (verdict !== undefined) output.note(verdict);
  else if (label === undefined)
    output.note(
      `Add --label COLUMN to compute metrics; the columns are ${columns.map(visibleLine).join(', ')}.`,
    );
}
