import { areRough, getCostBound } from '../cost/index.ts';
import { isFileInput } from '../fields/index.ts';
import { size as sizeText } from '../format/index.ts';
import { bodyPieces } from '../http/index.ts';
import type { Mapping } from './mapping.ts';
import { countRuns, planRows, type BatchSetup, type PlannedRow } from './plan-rows.ts';

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
}

/** Requests of an estimate. */
const PREVIEWED = 3;

/**
 * What a batch would do and cost at most, without running a model or downloading a file.
 * @throws InputError of the first rows
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
  for await (const planned of planRows(setup, signal)) {
    if (planned.error && requests.length < PREVIEWED) throw planned.error;
    if (requests.length < PREVIEWED) requests.push(planned);
    runs += 1;
    const { prepared, candidate } = planned;
    if (prepared) cost += getCostBound(prepared.request.wire.body, candidate.rates) ?? Number.NaN;
    if (known !== undefined && requests.length === PREVIEWED) break;
  }
  const rows = (known ?? runs) / setup.candidates.length;
  const bound = known === undefined ? cost : rows * rowBound;
  return {
    rows,
    cost: Number.isFinite(bound) ? bound : undefined,
    isCostRough: all.some(areRough),
    mapping: requests[0]?.mapping.fields ?? [],
    requests,
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
