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
  const { done, skipped, seconds, models, checks, uncounted, shortened = 0 } = summary;
  const parts = [
    `${count(done)} done`,
    ...describeFailures(summary),
    ...(skipped > 0 ? [`${count(skipped)} already in the output`] : []),
    duration(seconds),
    ...(done + summary.failed > 0 ? [`cost ${costText(summary)}`] : []),
    ...(shortened > 0 ? [`${count(shortened)} too large to be stored with input and columns`] : []),
  ];
  const tested = [...checks].map(
    ([name, [passed, all]]) => `${name}: ${count(passed)} of ${count(all)} passed`,
  );
  const compared = models.map(
    ({ model, done, failed }) =>
      `${model}: ${count(done)} done${failed > 0 ? `, ${count(failed)} failed` : ''}`,
  );
  const earlier = `The limit of the cost does not count ${counted(uncounted, 'earlier row')} of unknown cost.`;
  return [
    parts.join(separator),
    ...(uncounted > 0 ? [earlier] : []),
    ...tested,
    ...(models.length > 1 ? compared : []),
  ];
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

/** What to do after a batch that did not end well, in the words of a front end. */
export interface NextSteps {
  readonly resume: string;
  /** For failed rows. */
  readonly retry: string;
  readonly raiseLimit: string;
}

/** Why a batch did not end well; undefined if it did. */
export function getBatchError(
  { stop, failed, skippedFailures }: BatchSummary,
  { resume, retry, raiseLimit }: NextSteps,
): Error | undefined {
  const { error, reason } = stop ?? {};
  const message = error?.message.replace(/\.$/, '') ?? '';
  const withHint = (step: string) => [error?.hint, step].filter(Boolean).join(' ');
  switch (reason) {
    case 'interrupted':
      return new CanceledError();
    case 'refused':
      return new BatchError(`The batch stopped: ${message}`, withHint(resume), error);
    case 'alike':
      return new BatchError(
        `The batch stopped, because its first rows all failed alike: ${message}`,
        withHint(retry),
        error,
      );
    case 'cost':
      return new BatchError(`The batch stopped before it costs more than its limit. ${message}`, raiseLimit);
    case 'source':
    case 'output':
      return error;
    case undefined: {
      const failures = failed + skippedFailures;
      return failures === 0 ? undefined : new BatchError(`${counted(failures, 'run')} failed`, retry);
    }
  }
}
