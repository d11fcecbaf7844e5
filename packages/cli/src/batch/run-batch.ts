import { basename } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import {
  boundText,
  count,
  describeProgress,
  LONG_WAIT,
  describeRequest,
  estimateBatch,
  jsonText,
  OUTPUT_LIMIT_NOTE,
  requirePrices,
  visibleLine,
  withOutputLimit,
  type BatchJournal,
  type BatchProgress,
  type BatchSetup,
  type BatchSummary,
  type Connection,
  type Report,
  type Task,
} from '@tryout/engine';
import { openBatchOutput, type BatchOutput } from '@tryout/engine/node';
import { requireExpected, toLabels, type AnswerOptions } from './answer-options.ts';
import { parseInto } from './dataset-output.ts';
import { describeSummary, getBatchError, type NextSteps } from './progress.ts';
import { runCounted } from './start-batch.ts';
import type { Call } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import { withHome } from '../read-argv/paths.ts';
import { isPipeClosed } from '../system/signals.ts';
import { getSymbols } from '../screen/terminal.ts';

/** The options that say where a batch writes to, and what it prints. */
export interface BatchOutputOptions extends AnswerOptions {
  readonly output?: string;
  readonly dryRun?: boolean;
  readonly retryErrors?: boolean;
  /** A dataset that gets the output too. */
  readonly into?: string;
  readonly hubJobs?: number;
}

/** @throws UsageError */
export function checkOutputOptions(
  { options: { json } }: Call,
  { output, retryErrors, dryRun, expected, map, answer, into, hubJobs }: BatchOutputOptions,
) {
  const isFile = output !== undefined && output !== '-';
  const required = (option: string, hint: string) => new UsageError(`${option} requires -o FILE`, { hint });
  if (hubJobs !== undefined && into === undefined)
    throw new UsageError('--hub-jobs requires --into ORG/DATASET', {
      hint: 'The jobs write their outputs to this dataset, which is created if it does not exist.',
    });
  if (hubJobs !== undefined && !isFile)
    throw required('--hub-jobs', 'The outputs of the jobs are joined in it.');
  if (json && !isFile && !dryRun) throw required('--json', 'Without it, the rows go to standard output.');
  if (expected !== undefined && !isFile)
    throw required('--expected', 'The report is computed from the output.');
  requireExpected({ expected, map, answer });
  if (retryErrors && !isFile && into === undefined)
    throw required('--retry-errors', 'Pass the output with the errors.');
  const isOnlyDataset = into === undefined || parseInto(into).path === '';
  if (into !== undefined && !dryRun && isOnlyDataset !== isFile)
    throw isFile
      ? new UsageError('With -o, --into names a dataset', { hint: 'Use --into ORG/DATASET.' })
      : new UsageError('Without -o, --into names a file', { hint: 'Use --into ORG/DATASET/FILE.jsonl.' });
}

/** Standard output without `-o`. A dry run opens nothing. @throws InputError */
export async function openJournal(
  { runtime, output: { progress, note } }: Call,
  connection: Connection,
  task: Task,
  files: readonly string[],
  { output, dryRun, into, hubJobs }: BatchOutputOptions,
  shards = 1,
): Promise<BatchJournal | BatchOutput> {
  const path = output === undefined || output === '-' ? undefined : withHome(output);
  if (!dryRun && into !== undefined && hubJobs === undefined) {
    const { openDatasetOutput } = await import('./dataset-output.ts');
    const named = parseInto(into);
    const target = { ...named, path: named.path || basename(path!) };
    const { signal } = runtime;
    const options = { target, output: path, shards, task: task.id, sources: files, signal, note };
    return openDatasetOutput(connection, options);
  }
  if (dryRun || path === undefined) return standardOutputJournal(runtime.output, progress.clear);
  return openBatchOutput(path, task.id, files, note);
}

/** Runs a batch, prints its progress, summary and report. @throws Failure if it does not end well */
export async function executeBatch(
  call: Call,
  setup: BatchSetup,
  journal: BatchJournal | BatchOutput,
  options: BatchOutputOptions,
) {
  const { output, runtime } = call;
  const { signal } = runtime;
  output.progress.clear();
  // Collects the garbage of finished rows before it fills the memory.
  setFlagsFromString('--heap-growing-percent=10');
  if (options.dryRun) return previewBatch(call, setup);
  const { task, candidates, maxCost, run } = setup;
  requirePrices(candidates, maxCost);
  const { parameters = {} } = run;
  const isLengthened = candidates.some(
    ({ route }) => withOutputLimit(task, route.conversation, parameters) !== parameters,
  );
  if (maxCost !== undefined && isLengthened) output.note(OUTPUT_LIMIT_NOTE);
  const canceling = new AbortController();
  const onAbort = () => {
    if (isPipeClosed(signal)) canceling.abort();
    else output.note('Finishing the rows in flight. Press Ctrl-C again to end at once.');
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const handlers = { stop: signal, cancel: canceling.signal, onProgress: batchProgress(call) };
  const summary = await runCounted(setup, journal, handlers).finally(() => {
    signal.removeEventListener('abort', onAbort);
    output.progress.clear();
  });
  await finishBatch(call, summary, options);
}

/** Prints the summary and the report of a batch. @throws Failure if it did not end well */
export async function finishBatch(
  call: Call,
  summary: BatchSummary,
  { output: path, into, ...answers }: BatchOutputOptions,
): Promise<void> {
  const { output, runtime } = call;
  const { signal } = runtime;
  const hasFile = path !== undefined && path !== '-';
  const { separator } = getSymbols(output.errorTerminal);
  const error = getBatchError(summary, getNextSteps(hasFile || into !== undefined));
  const hasRows = summary.done + summary.failed + summary.skipped > 0;
  if (!error || hasRows) describeSummary(summary, separator).forEach(output.note);
  if (summary.stop?.reason === 'interrupted' && (hasFile || into !== undefined))
    output.note('Run the same command again to continue.');
  const reports =
    answers.expected !== undefined && hasFile && !summary.stop ? await import('./report.ts') : undefined;
  const files = { input: runtime.input, note: output.note, signal };
  const report = await reports?.readReport([withHome(path!)], toLabels(answers), files);
  if (call.options.json) output.json(summaryJson(summary, report));
  else if (report) await reports?.printReport(call, report);
  if (error) throw error;
}

/** @param hasOutput whether the rows are saved */
function getNextSteps(hasOutput: boolean): NextSteps {
  return {
    resume: hasOutput
      ? 'Run the same command again to continue.'
      : 'With -o FILE, the same command continues.',
    retry: hasOutput
      ? 'Run the same command with --retry-errors to run them again.'
      : 'With -o FILE, --retry-errors runs them again.',
    raiseLimit: 'Raise --max-cost to continue.',
  };
}

/** Milliseconds between reports. */
const INTERVAL = 200;
const LOG_INTERVAL = 30_000;

/** Reports the progress of a batch on standard error: on one line in a terminal, else now and then. */
function batchProgress({ output }: Call) {
  const { isTerminal } = output.errorTerminal;
  const { separator } = getSymbols(output.errorTerminal);
  let reported = performance.now();
  let wasWaiting = false;
  return (progress: BatchProgress, total: number | undefined): void => {
    const now = performance.now();
    const isWaiting = progress.paused > LONG_WAIT;
    const isNews = isWaiting && !wasWaiting;
    wasWaiting = isWaiting;
    if (!isNews && now - reported < (isTerminal ? INTERVAL : LOG_INTERVAL)) return;
    reported = now;
    const text = describeProgress(progress, total).join(separator);
    if (isTerminal) output.progress.note(text);
    else output.note(text);
  };
}

/** The value of `--json`. */
function summaryJson({ done, failed, skipped, seconds, cost, models }: BatchSummary, report?: Report) {
  const all = report?.metrics;
  const withMetrics = models.map((each) => ({
    ...each,
    ...(all && { metrics: all.filter(({ model }) => model === each.model) }),
  }));
  return { done, failed, skipped, seconds, cost: cost ?? null, models: withMetrics };
}

/** Rows on standard output, which nothing resumes. */
function standardOutputJournal(stream: NodeJS.WriteStream, clear: () => void): BatchJournal {
  let drained: Promise<unknown> | undefined;
  return {
    spent: 0,
    find: () => undefined,
    saveMedia: () => Promise.resolve(undefined),
    async append(line) {
      clear();
      if (stream.write(`${jsonText(line)}\n`)) return;
      drained ??= new Promise((resolve) => {
        const go = () => {
          drained = undefined;
          stream.off('drain', go).off('close', go);
          resolve(undefined);
        };
        stream.once('drain', go).once('close', go);
      });
      await drained;
    },
  };
}

/** Prints what a batch would do, without running a model. @throws InputError if no row can run */
async function previewBatch({ output, options, runtime }: Call, setup: BatchSetup): Promise<void> {
  const { rows, cost, isCostRough, mapping, requests, failure } = await estimateBatch(setup, runtime.signal);
  const models = setup.candidates.map(({ name }) => name);
  if (options.json)
    return output.json({
      rows,
      models,
      mapping: Object.fromEntries(mapping.map(({ field, column }) => [field, column])),
      costAtMost: cost ?? null,
      requests: requests.map(describeRequest),
      failure: failure ?? null,
    });
  const lines = [
    `Rows: ${count(rows)}`,
    `Models: ${models.join(', ')}`,
    ...mapping.map(({ field, column }) => `Input: ${field} from ${column || 'the prompt'}`),
    `Cost: ${boundText(cost, isCostRough)}`,
    ...(failure === undefined ? [] : [failure]),
    ...requests.flatMap((row) => {
      const { method, url, body } = describeRequest(row);
      return ['', `Row ${row.row}: ${method} ${url}`, body];
    }),
  ];
  output.write(`${lines.map(visibleLine).join('\n')}\n`);
}
