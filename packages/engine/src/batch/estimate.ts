import { areRough, getCostBound, costText } from '../cost.ts';
import { isFileInput } from '../fields/index.ts';
import { size as sizeText, count, duration, waitText } from '../format/index.ts';
import { bodyPieces } from '../http/index.ts';
import type { Mapping } from './mapping.ts';
import { countRuns, planRows, type BatchSetup, type PlannedRow } from './plan-rows.ts';
import type { BatchProgress } from './run-batch.ts';

export interface BatchEstimate {
  /** Rows of the source. */
  readonly rows: number;
  /** The most that a batch costs in US dollars; undefined if it is unknown. */
  readonly cost: number | undefined;
  /** Whether models are paid by compute time, so that this is about the most. */
  readonly isCostRough: boolean;
  readonly mapping: Mapping['fields'];
  /** The first requests. */
  readonly requests: readonly PlannedRow[];
  /** The first row that was looked at and cannot be sent: `Row 3 cannot run: File not found: 'a.png'` */
  readonly failure: string | undefined;
}

/** Requests of an estimate. */
const PREVIEWED = 3;
/** Rows that fail before an estimate says why. */
const MAX_FAILURES = 20;

/**
 * What a batch would do and cost at most, without running a model or downloading a file.
 * @throws InputError if none of the first rows can be sent
 */
export async function estimateBatch(whole: BatchSetup, signal?: AbortSignal): Promise<BatchEstimate> {
  const setup = { ...whole, sources: whole.sources.map((source) => ({ ...source, skipsDownloads: true })) };
  const requests: PlannedRow[] = [];
  const all = setup.candidates.map(({ rates }) => rates);
  const isUnknown = all.some((rates) => [...rates.values()].includes(undefined));
  // Without prices of tokens, all rows have the same bound.
  const rowBound = all.reduce((sum, rates) => sum + (getCostBound(undefined, rates) ?? Number.NaN), 0);
  const known = isUnknown || Number.isFinite(rowBound) ? await countRuns(setup, signal) : undefined;
  let [runs, cost] = [0, 0];
  let failed: PlannedRow | undefined;
  for await (const planned of planRows(setup, signal)) {
    const { prepared, candidate, error } = planned;
    runs += 1;
    if (error) failed ??= planned;
    else if (requests.length < PREVIEWED) requests.push(planned);
    if (requests.length === 0 && runs === MAX_FAILURES) break;
    if (prepared) cost += getCostBound(prepared.request.wire.body, candidate.rates) ?? Number.NaN;
    if (known !== undefined && requests.length === PREVIEWED) break;
  }
  if (requests.length === 0 && failed) throw failed.error;
  const rows = (known ?? runs) / setup.candidates.length;
  const bound = known === undefined ? cost : rows * rowBound;
  return {
    rows,
    cost: Number.isFinite(bound) ? bound : undefined,
    isCostRough: all.some(areRough),
    mapping: requests[0]?.mapping.fields ?? [],
    requests,
    failure: failed && `Row ${failed.row} cannot run: ${failed.error!.message}`,
  };
}

/** A request as it is sent, with the names of files in place of their content. */
export function describeRequest({ prepared }: PlannedRow) {
  const { method, url, body } = prepared!.request.wire;
  const pieces = bodyPieces(body).map((piece) => {
    if (typeof piece === 'string') return piece;
    const { name, size } = isFileInput(piece) ? piece : piece.file;
    return `<${name}, ${size === 0 ? 'not downloaded' : sizeText(size)}>`;
  });
  return { method, url, body: pieces.join('') };
}

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
