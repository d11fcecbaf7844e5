import {
  CanceledError,
  costText,
  count,
  counted,
  duration,
  InputError,
  jsonText,
  previewBatch as planBatch,
  size,
  TryoutError,
  visibleLine,
  type BatchJournal,
  type BatchProgress,
  type BatchSetup,
  type BatchSummary,
  type Failure,
  type Report,
} from '@tryout/engine';
import type { Call } from '../context/context.ts';
import { getSymbols } from '../terminal/terminal.ts';

/** Milliseconds between reports. */
const INTERVAL = 200;
const LOG_INTERVAL = 30_000;

/** Reports the progress of a batch on standard error: on one line in a terminal, else now and then. */
export function batchProgress({ output }: Call, total: () => number | undefined) {
  const { isTerminal } = output.errorTerminal;
  const { separator } = getSymbols(output.errorTerminal);
  let reported = performance.now();
  return (progress: BatchProgress): void => {
    const now = performance.now();
    if (now - reported < (isTerminal ? INTERVAL : LOG_INTERVAL)) return;
    reported = now;
    const text = describeProgress(progress, total()).join(separator);
    if (isTerminal) output.progress.note(text);
    else output.note(text);
  };
}

function describeProgress(progress: BatchProgress, total: number | undefined): string[] {
  const { done, failed, skipped, seconds, paused, cost } = progress;
  const ended = done + failed;
  const rate = ended / seconds;
  const left = total === undefined || ended === 0 ? undefined : (total - ended - skipped) / rate;
  return [
    `${count(ended + skipped)}${total === undefined ? '' : ` of ${count(total)}`}`,
    `${rate >= 10 ? Math.round(rate) : rate.toPrecision(2)}/s`,
    ...(left === undefined || left <= 0 ? [] : [`${duration(Math.ceil(left))} left`]),
    ...describeFailures(progress),
    ...(paused >= 1 ? [`waiting ${duration(Math.ceil(paused))} for the provider`] : []),
    ...(cost > 0 ? [costText(cost)] : []),
  ];
}

function describeFailures({ failed, causes }: BatchProgress): string[] {
  if (failed === 0) return [];
  const all = [...causes].sort(([, one], [, other]) => other - one);
  return [
    `${count(failed)} failed (${all.map(([cause, number]) => `${count(number)} ${cause}`).join(', ')})`,
  ];
}

/** What is printed at the end of a batch. */
export function reportSummary({ output }: Call, summary: BatchSummary): void {
  const { done, skipped, seconds, cost, models, checks } = summary;
  const { separator } = getSymbols(output.errorTerminal);
  const parts = [
    `${count(done)} done`,
    ...describeFailures(summary),
    ...(skipped > 0 ? [`${count(skipped)} already in the output`] : []),
    duration(seconds),
    ...(cost > 0 ? [costText(cost)] : []),
  ];
  output.note(parts.join(separator));
  for (const [name, [passed, tested]] of checks)
    output.note(`${name}: ${count(passed)} of ${count(tested)} passed`);
  if (models.length < 2) return;
  for (const { model, done, failed } of models)
    output.note(`${model}: ${count(done)} done${failed > 0 ? `, ${count(failed)} failed` : ''}`);
}

/** The value of `--json`. */
export function summaryJson({ done, failed, skipped, seconds, cost, models }: BatchSummary, report?: Report) {
  const all = report?.metrics;
  const withMetrics = models.map((each) => ({
    ...each,
    ...(all && { metrics: all.filter(({ model }) => model === each.model) }),
  }));
  return { done, failed, skipped, seconds, cost, models: withMetrics };
}

/** Rows failed, or the batch stopped before its end. */
class BatchError extends TryoutError {
  override readonly name = 'BatchError';
  readonly code;
  readonly outcome;

  constructor(message: string, hint: string, cause?: Failure) {
    super(message, { hint, cause });
    this.code = cause?.code ?? ('UNEXPECTED' as const);
    this.outcome = cause?.outcome ?? ('failed' as const);
  }
}

/** Why the command did not end well; undefined if it did. @param path of the output, if there is one */
export function getBatchError(summary: BatchSummary, path: string | undefined): Error | undefined {
  const { stop, failed, skippedFailures } = summary;
  const resume =
    path === undefined
      ? 'With -o FILE, the same command continues.'
      : 'Run the same command again to continue.';
  const { error, reason } = stop ?? {};
  const message = error?.message.replace(/\.$/, '') ?? '';
  const hint = [error?.hint, resume].filter(Boolean).join(' ');
  switch (reason) {
    case 'interrupted':
      return new CanceledError();
    case 'refused':
      return new BatchError(`The batch stopped: ${message}`, hint, error);
    case 'alike':
      return new BatchError(
        `The batch stopped, because its first rows all failed alike: ${message}`,
        [error?.hint, path && `Add --retry-errors to run them again.`].filter(Boolean).join(' '),
        error,
      );
    case 'cost':
      return new BatchError(
        'The batch stopped before it costs more than --max-cost',
        'Raise --max-cost to continue.',
      );
    case 'source':
    case 'output':
      return error;
    case undefined: {
      const failures = failed + skippedFailures;
      if (failures === 0) return undefined;
      const retry = path === undefined ? '' : 'Run the same command with --retry-errors to run them again.';
      return new BatchError(`${counted(failures, 'run')} failed`, retry);
    }
  }
}

/** Rows on standard output, which nothing resumes. */
export function standardOutputJournal(stream: NodeJS.WriteStream, clear: () => void): BatchJournal {
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

/** Prints what a batch would do, without running a model. @throws InputError of the first rows */
export async function previewBatch({ output, options, runtime }: Call, setup: BatchSetup): Promise<void> {
  const describeFile = (name: string, bytes: number) => `<${name}, ${size(bytes)}>`;
  const { runs, mapping, costAtMost, requests } = await planBatch(setup, describeFile, runtime.signal);
  const models = setup.candidates.map(({ name }) => name);
  const rows = runs / models.length;
  if (options.json)
    return output.json({
      rows,
      models,
      mapping: Object.fromEntries(mapping.map(({ field, column }) => [field, column])),
      costAtMost: costAtMost ?? null,
      requests: requests.map(({ method, url, body }) => ({ method, url, body })),
    });
  const lines = [
    `Rows: ${count(rows)}`,
    `Models: ${models.join(', ')}`,
    ...mapping.map(({ field, column }) => `Input: ${field} from ${column || 'the prompt'}`),
    `Cost: ${costAtMost === undefined ? 'unknown' : `at most ${costText(costAtMost)}`}`,
    ...requests.flatMap(({ row, method, url, body }) => ['', `Row ${row}: ${method} ${url}`, body]),
  ];
  output.write(`${lines.map(visibleLine).join('\n')}\n`);
}

/** @throws InputError for candidates without a price */
export function requirePrices({ candidates, maxCost }: BatchSetup): void {
  const unpriced = candidates.find(({ highestPrice }) => highestPrice === undefined);
  if (maxCost === undefined || !unpriced) return;
  throw new InputError(`The price of ${unpriced.name} is unknown, so --max-cost cannot limit it`, {
    hint: 'Choose a chat model with a price (tryout info MODEL), or remove --max-cost.',
  });
}
