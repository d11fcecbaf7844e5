import {
  CanceledError,
  costText,
  count,
  counted,
  describeFailures,
  duration,
  TryoutError,
  type BatchProgress,
  type BatchSummary,
  type Failure,
} from '@tryout/engine';

/** The summary of a batch, line by line. @param separator between the parts of a line */
export function describeSummary(summary: BatchProgress, separator: string): string[] {
  const { done, skipped, seconds, cost, models, checks } = summary;
  const parts = [
    `${count(done)} done`,
    ...describeFailures(summary),
    ...(skipped > 0 ? [`${count(skipped)} already in the output`] : []),
    duration(seconds),
    ...(cost > 0 ? [costText(cost)] : []),
  ];
  const tested = [...checks].map(
    ([name, [passed, all]]) => `${name}: ${count(passed)} of ${count(all)} passed`,
  );
  const compared = models.map(
    ({ model, done, failed }) =>
      `${model}: ${count(done)} done${failed > 0 ? `, ${count(failed)} failed` : ''}`,
  );
  return [parts.join(separator), ...tested, ...(models.length > 1 ? compared : [])];
}

/** Rows failed, or the batch stopped before its end. */
export class BatchError extends TryoutError {
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
        'The batch stopped before it costs more than its limit',
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
