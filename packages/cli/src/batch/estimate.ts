import {
  countRuns,
  getCostBound,
  InputError,
  planRows,
  type BatchSetup,
  type Mapping,
  type PlannedRow,
} from '@tryout/engine';

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

/** What a batch would do and cost at most, without running a model. @throws InputError of the first rows */
export async function estimateBatch(setup: BatchSetup, signal: AbortSignal): Promise<BatchEstimate> {
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

/** @throws InputError for candidates without a price */
export function requirePrices({ candidates, maxCost }: BatchSetup): void {
  const unpriced = candidates.find(({ highestPrice }) => highestPrice === undefined);
  if (maxCost === undefined || !unpriced) return;
  throw new InputError(`The price of ${unpriced.name} is unknown, so --max-cost cannot limit it`, {
    hint: 'Choose a chat model with a price (tryout info MODEL), or remove --max-cost.',
  });
}
