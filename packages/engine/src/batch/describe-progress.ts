import { costText } from '../cost.ts';
import { count, duration, waitText } from '../format/index.ts';
import type { BatchProgress } from './run-batch.ts';

/** The progress of a batch, part by part. @param total of its runs, once it is known */
export function describeProgress(progress: BatchProgress, total: number | undefined): string[] {
  const { done, failed, skipped, seconds, paused } = progress;
  const ended = done + failed;
  const rate = ended / seconds;
  const left = total === undefined || ended === 0 ? undefined : (total - ended - skipped) / rate;
  return [
    `${count(ended + skipped)}${total === undefined ? '' : ` of ${count(total)}`}`,
    `${rate >= 10 ? Math.round(rate) : rate.toPrecision(2)}/s`,
    ...(left === undefined || left <= 0 ? [] : [`${duration(Math.ceil(left))} left`]),
    ...describeFailures(progress),
    ...(paused >= 1 ? [waitText(paused, 'the server')] : []),
    ...(ended > 0 ? [`cost ${costText(progress)}`] : []),
  ];
}

/** The failures by cause, if there are any. */
export function describeFailures({ failed, causes }: Pick<BatchProgress, 'failed' | 'causes'>): string[] {
  if (failed === 0) return [];
  const all = [...causes].sort(([, one], [, other]) => other - one);
  const list = all.map(([cause, number]) => `${count(number)} ${cause}`).join(', ');
  return [`${count(failed)} failed${list === '' ? '' : ` (${list})`}`];
}
