import { isFileInput } from '../fields/index.ts';
import { size as sizeText } from '../format/index.ts';
import { bodyPieces } from '../http/index.ts';
import { getCostBound } from './cost.ts';
import type { Mapping } from './mapping.ts';
import { countRuns, planRows, type BatchSetup, type PlannedRow } from './plan-rows.ts';

export interface BatchEstimate {
  /** Rows of the source. */
  readonly rows: number;
  /** The most that a batch costs in US dollars; undefined if a price is unknown. */
  readonly cost: number | undefined;
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
  const isPriced = setup.candidates.every(({ highestPrice }) => highestPrice !== undefined);
  const known = isPriced ? undefined : await countRuns(setup, signal);
  let [runs, cost] = [0, 0];
  for await (const planned of planRows(setup, signal)) {
    if (planned.error && requests.length < PREVIEWED) throw planned.error;
    if (requests.length < PREVIEWED) requests.push(planned);
    runs += 1;
    if (isPriced && planned.prepared)
      cost += getCostBound(planned.prepared.request, planned.candidate.highestPrice!);
    if (known !== undefined && requests.length === PREVIEWED) break;
  }
  return {
    rows: (known ?? runs) / setup.candidates.length,
    cost: isPriced ? cost : undefined,
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
