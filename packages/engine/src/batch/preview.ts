import { isFileInput } from '../fields/index.ts';
import { bodyPieces } from '../http/index.ts';
import { getCostBound } from './cost.ts';
import type { Mapping } from './mapping.ts';
import { countRuns, planRows, type BatchSetup, type PlannedRow } from './run-batch.ts';

/** What a batch would do. */
export interface BatchPreview {
  /** Rows times candidates. */
  readonly runs: number;
  readonly mapping: Mapping['fields'];
  /** US dollars; undefined if a price is unknown. */
  readonly costAtMost: number | undefined;
  /** The first runs. */
  readonly requests: readonly PreviewedRequest[];
}

export interface PreviewedRequest {
  readonly row: number;
  readonly model: string;
  readonly method: string;
  readonly url: string;
  /** Files are described by `describeFile`. */
  readonly body: string;
}

/** Runs that are previewed. */
const PREVIEWED = 3;

/**
 * Plans a batch without running a model.
 * @param describeFile stands for the content of a file
 * @throws the error of a first row
 */
export async function previewBatch(
  setup: BatchSetup,
  describeFile: (name: string, bytes: number) => string,
  signal?: AbortSignal,
): Promise<BatchPreview> {
  const first: PlannedRow[] = [];
  const isPriced = setup.candidates.every(({ highestPrice }) => highestPrice !== undefined);
  const known = isPriced ? undefined : await countRuns(setup, signal);
  let [runs, cost] = [0, 0];
  for await (const planned of planRows(setup, signal)) {
    if (planned.error && first.length < PREVIEWED) throw planned.error;
    if (first.length < PREVIEWED) first.push(planned);
    runs += 1;
    if (isPriced && planned.prepared)
      cost += getCostBound(planned.prepared.request, planned.candidate.highestPrice!);
    if (known !== undefined && first.length === PREVIEWED) break;
  }
  return {
    runs: known ?? runs,
    mapping: first[0]?.mapping.fields ?? [],
    costAtMost: isPriced ? cost : undefined,
    requests: first.map((planned) => describeRequest(planned, describeFile)),
  };
}

function describeRequest(
  { row, candidate, prepared }: PlannedRow,
  describeFile: (name: string, bytes: number) => string,
): PreviewedRequest {
  const { method, url, body } = prepared!.request.wire;
  const pieces = bodyPieces(body).map((piece) => {
    if (typeof piece === 'string') return piece;
    const { name, size } = isFileInput(piece) ? piece : piece.file;
    return describeFile(name, size);
  });
  return { row, model: candidate.name, method, url, body: pieces.join('') };
}
