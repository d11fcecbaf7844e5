import { seededRandom } from './statistics.ts';

/** A figure of some rows, and its values on resamples of all rows. */
export interface Sampled {
  readonly value: number;
  readonly resampled: Float64Array;
}

interface SampleRequest {
  /** Of each row, by its number. */
  readonly own: ReadonlyMap<number, unknown>;
  /** The numbers of the rows that count. */
  readonly rows: readonly number[];
  /** Whether its interval needs no resamples. */
  readonly isExact?: boolean | undefined;
  combine(measures: readonly unknown[]): (weights: ArrayLike<number>) => number;
}

const SEED = 20_261_125;
const RESAMPLES = 1000;
/** Enough for the ends of an interval, which vary little with so many rows. */
const FEWER_RESAMPLES = 400;
const MANY_ROWS = 20_000;
/** Milliseconds between pauses, in which a signal or the browser can act. */
const TURN = 40;

/**
 * A seeded bootstrap over rows. All requests see the same resamples, so that differences of their values are paired.
 * @param count of all rows, of which each request has some
 */
export async function resample(
  requests: readonly SampleRequest[],
  count: number,
  signal: AbortSignal | undefined,
): Promise<Sampled[]> {
  const random = seededRandom(SEED);
  const size = count > MANY_ROWS ? FEWER_RESAMPLES : RESAMPLES;
  const byRows = new Map<
    unknown,
    Sampled & { rows: Int32Array; compute: (weights: ArrayLike<number>) => number; weights: Float64Array }
  >();
  const pause = pausing(signal);
  const prepared: Sampled[] = [];
  for (const { own, rows, combine, isExact } of requests) {
    await pause();
    // Candidates usually have the same rows, so that those of a pair are those of the candidate.
    const isAll = rows.length === own.size;
    const known = isAll ? byRows.get(own) : undefined;
    const sorted = Int32Array.from(rows).sort();
    const compute = known?.compute ?? combine(Array.from(sorted, (row) => own.get(row)));
    const weights = new Float64Array(sorted.length).fill(1);
    const entry = known ?? {
      rows: sorted,
      compute,
      weights,
      value: compute(weights),
      resampled: new Float64Array(isExact ? 0 : size),
    };
    byRows.set(isAll ? own : { own }, entry);
    prepared.push(entry);
  }
  const sampled = [...byRows.values()].filter(({ resampled }) => resampled.length > 0);
  const times = new Float64Array(count);
  for (let index = 0; index < size && sampled.length > 0; index += 1) {
    times.fill(0);
    for (let draw = 0; draw < count; draw += 1) times[Math.floor(random() * count)]! += 1;
    for (const { rows, compute, weights, resampled } of sampled) {
      // Awaiting nothing would cost more than the figure of a few rows.
      const turn = pause();
      if (turn !== undefined) await turn;
      if (rows.length < count) for (let at = 0; at < rows.length; at += 1) weights[at] = times[rows[at]!]!;
      resampled[index] = compute(rows.length < count ? weights : times);
    }
  }
  return prepared;
}

/** Returns a function that lets others run now and then. @throws the signal's reason */
export function pausing(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let last = performance.now();
  return () => {
    if (performance.now() - last < TURN) return undefined;
    return new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      last = performance.now();
      signal?.throwIfAborted();
    });
  };
}
